import { type BlockHeader, ChainUnavailable } from '#port.ts';
import { readHeader } from './tron-block.ts';
import { forgetOldest, headerAt } from './tron-blocks.ts';
import type { TronNode } from './tron-node.ts';
import type { ReadTron } from './tron-transaction.ts';
import { isNothing, readBytes, readListOrNone, readRecord } from './tron-values.ts';

/** What tells whether a transaction can still be mined. */
export type TronExpiry = Pick<ReadTron, 'id' | 'expiration' | 'refBlockBytes' | 'refBlockHash'>;

/** Several that expired at once are looked for in the same blocks; twenty minutes of them. */
const searchedMax = 400;
/** So far back the block that a transaction names is looked for: about a month. */
const namedBlocksMax = 14 * 0x10000;

/**
 * Looks for a transaction in the final blocks that could have it, one after the other. The index of a node is not believed in this: one that forgets, or keeps
 * none, would have everything made and paid twice.
 */
export class BlockSearch {
  readonly #node: TronNode;
  readonly #searched = new Map<number, { header: BlockHeader; ids: ReadonlySet<string> }>();

  constructor(node: TronNode) {
    this.#node = node;
  }

  /**
   * Whether one of them has it: from the one after that which it names, to the first that is not earlier than its expiration. A block can have it only if the
   * block before is earlier.
   *
   * @throws ChainUnavailable also when the node no longer has these blocks, or they are not final yet: then nothing is known.
   */
  async has(transaction: TronExpiry, final: BlockHeader): Promise<boolean> {
    const { id, expiration } = transaction;
    let before = await this.#named(transaction, final);
    while (before.time < expiration) {
      const next = await this.#contents(before.height + 1);
      if (next.header.parentHash !== before.hash || next.header.height > final.height)
        throw new ChainUnavailable('The chain changed while a transaction was looked for.');
      if (next.ids.has(id)) return true;
      before = next.header;
    }
    return false;
  }

  /** Heights that end in the same two bytes are two days apart. */
  async #named({ refBlockBytes, refBlockHash }: TronExpiry, final: BlockHeader): Promise<BlockHeader> {
    const low = Number.parseInt(refBlockBytes, 16);
    const newest = final.height - ((final.height - low) & 0xffff);
    for (let height = newest; height >= 0 && height > newest - namedBlocksMax; height -= 0x10000) {
      const header = await headerAt(this.#node, height);
      if (header?.hash.slice(16, 32) === refBlockHash) return header;
    }
    throw new ChainUnavailable('The node does not have the block that a transaction names.');
  }

  async #contents(height: number): Promise<{ header: BlockHeader; ids: ReadonlySet<string> }> {
    const known = this.#searched.get(height);
    if (known) return known;
    const found = await this.#node.call('wallet/getblockbynum', { num: height });
    if (isNothing(found)) throw new ChainUnavailable(`The node does not have block ${height}.`);
    const listed = readListOrNone(readRecord(found, 'block').transactions, 'transactions');
    const ids = new Set(
      listed.map((each) => readBytes(readRecord(each, 'transaction').txID, { at: 'txID', bytes: 32 })),
    );
    const block = { header: readHeader(found), ids };
    this.#searched.set(height, block);
    forgetOldest(this.#searched, searchedMax);
    return block;
  }
}
