import { type BlockHeader, ChainUnavailable } from '#port.ts';
import { callConstant } from './constant-call.ts';
import { tronAddressHex } from './tron-address.ts';
import { changeBy } from './tron-block.ts';
import { type BlockContent, finalHeader, type TronBlocks } from './tron-blocks.ts';
import type { TronNode } from './tron-node.ts';
import { addressWord } from './tron-transaction.ts';
import { nonsense, readBytes, readListOrNone, readRecord, readWhole } from './tron-values.ts';

/** Addresses that are asked for between two looks at the newest final block. */
const batchMax = 10;
const looksMax = 20;
/** So far back a balance is reckoned: an hour. */
const reckonedBlocksMax = 1_200;

/**
 * A node knows balances at its newest block, where what waits is counted already, and at the newest final one. So they are asked for there, and what the
 * blocks between that one and a height did is reckoned.
 */
export class TronBalances {
  readonly #node: TronNode;
  readonly #blocks: TronBlocks;

  constructor(node: TronNode, blocks: TronBlocks) {
    this.#node = node;
    this.#blocks = blocks;
  }

  async sum(
    addresses: readonly string[],
    { contract, height }: { readonly contract: string | undefined; readonly height: number },
  ): Promise<bigint> {
    let sum = 0n;
    for (let at = 0; at < addresses.length; at += batchMax) {
      const batch = addresses.slice(at, at + batchMax);
      const { final, balances } = await this.#finalBalances(batch, contract);
      const ours = { addresses: new Set(batch), contract };
      let change = 0n;
      for (const block of await this.#between(final, height))
        for (const each of block.content) change += changeBy(each, ours);
      sum += height > final.height ? balances + change : balances - change;
    }
    return sum;
  }

  /** What lies on the addresses after one block, which is the newest final one before and after all are asked for. */
  async #finalBalances(
    addresses: readonly string[],
    contract: string | undefined,
  ): Promise<{ final: BlockHeader; balances: bigint }> {
    let final = await finalHeader(this.#node);
    for (let looks = 0; looks < looksMax; looks += 1) {
      const all = await Promise.all(
        addresses.map((address) =>
          contract === undefined ? this.#coinsOf(address) : this.#tokensOf(address, contract),
        ),
      );
      const after = await finalHeader(this.#node);
      if (after.hash === final.hash)
        return { final, balances: all.reduce((sum, balance) => sum + balance, 0n) };
      final = after;
    }
    throw new ChainUnavailable('Blocks come faster than the node tells balances.');
  }

  /** The blocks above the lower and up to the higher of the two, each of which must name the one before it. */
  async #between(final: BlockHeader, height: number): Promise<BlockContent[]> {
    const [low, high] = [Math.min(final.height, height), Math.max(final.height, height)];
    if (high - low > reckonedBlocksMax)
      throw new ChainUnavailable('A balance cannot be told for so long ago.');
    const blocks: BlockContent[] = [];
    let parent: string | undefined = low === final.height ? final.hash : undefined;
    for (let above = low + 1; above <= high; above += 1) {
      const block = await this.#blocks.at(above);
      if (!block || (parent !== undefined && block.header.parentHash !== parent))
        throw new ChainUnavailable('The chain changed while a balance was reckoned, or is not so far.');
      parent = block.header.hash;
      blocks.push(block);
    }
    if (high === final.height && low < high && parent !== final.hash)
      throw new ChainUnavailable('The chain changed while a balance was reckoned.');
    return blocks;
  }

  async #coinsOf(address: string): Promise<bigint> {
    const found = await this.#node.call('walletsolidity/getaccount', { address: tronAddressHex(address) });
    return BigInt(readWhole(readRecord(found, 'account').balance, 'balance'));
  }

  async #tokensOf(address: string, contract: string): Promise<bigint> {
    const question = { contract, from: address, selector: 'balanceOf(address)', words: addressWord(address) };
    const answer = await callConstant(this.#node, 'walletsolidity', question);
    const [result] = readListOrNone(answer.constant_result, 'constant_result');
    if (!answer.isOk || result === undefined) throw nonsense('balanceOf');
    return BigInt(`0x${readBytes(result, { at: 'balanceOf', bytes: 32 })}`);
  }
}
