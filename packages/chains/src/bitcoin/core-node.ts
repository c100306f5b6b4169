import type { AddressOptions } from '#addresses/address-format.ts';
import type { BitcoinFormatName } from '#addresses/bitcoin.ts';
import { type BlockHeader, ChainUnavailable } from '#port.ts';
import { type CoreTransaction, type Outpoint, readHeader, readTransaction } from './bitcoin-block.ts';
import { type CoreError, CoreRpc, coreErrors } from './core-rpc.ts';
import { isRecord, readCount, readHash, readRecord } from './core-values.ts';

export interface CoreNodeOptions {
  readonly url: string;
  readonly coin: BitcoinFormatName;
  readonly chain: NonNullable<AddressOptions['chain']>;
  readonly timeoutMs?: number;
}

/** The first block of each chain. A node of another chain would show us foreign deposits. */
const firstBlocks = {
  bitcoin: {
    main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    testnet: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  },
  litecoin: {
    main: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
    testnet: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0',
    regtest: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
  },
} as const;

/**
 * A node that is of the right chain and keeps `-txindex`: without that it knows a mined transaction only by its block, and would call every one of ours
 * unknown. Both are asked once, before anything else.
 */
export class CoreNode {
  readonly #rpc: CoreRpc;
  readonly #firstBlock: string;
  #isChecked = false;

  constructor({ coin, chain, ...options }: CoreNodeOptions) {
    this.#rpc = new CoreRpc(options);
    this.#firstBlock = firstBlocks[coin][chain];
  }

  async rpc(): Promise<CoreRpc> {
    if (!this.#isChecked) await this.#check();
    return this.#rpc;
  }

  async call(method: string, ...params: unknown[]): Promise<unknown> {
    return (await this.rpc()).call(method, ...params);
  }

  /** Undefined above the tip. */
  async hashAt(height: number): Promise<string | undefined> {
    const answer = await (await this.rpc()).ask({ method: 'getblockhash', params: [height] });
    if (answer.ok) return readHash(answer.value, 'getblockhash');
    if (answer.failure.code === coreErrors.outOfRange) return undefined;
    throw new ChainUnavailable(`The node refused getblockhash: ${answer.failure.message}`);
  }

  async header(hash: string): Promise<BlockHeader> {
    return readHeader(await this.call('getblockheader', hash));
  }

  /** A transaction that waits or is part of the chain. One that only a block beside the chain has is as good as unknown: it must be sent again. */
  async transaction(id: string): Promise<CoreTransaction | undefined> {
    return (await this.transactions([id])).get(id);
  }

  async transactions(ids: Iterable<string>): Promise<Map<string, CoreTransaction>> {
    const calls = [...new Set(ids)].map((id) => ({ method: 'getrawtransaction', params: [id, true] }));
    const found = new Map<string, CoreTransaction>();
    for (const answer of await (await this.rpc()).batch(calls)) {
      if (answer.ok) {
        const transaction = readTransaction(answer.value);
        if (transaction.block?.confirmations !== 0) found.set(transaction.id, transaction);
      } else if (!isUnknown(answer.failure))
        throw new ChainUnavailable(`The node refused getrawtransaction: ${answer.failure.message}`);
    }
    return found;
  }

  /** Whether the chain has it unspent, whatever waits. */
  async isUnspent({ transactionId, output }: Outpoint): Promise<boolean> {
    return (await this.call('gettxout', transactionId, output, false)) !== null;
  }

  async #check(): Promise<void> {
    const firstBlock = await this.#rpc.call('getblockhash', 0);
    if (firstBlock !== this.#firstBlock) throw new ChainUnavailable('The node is of another chain.');
    const { txindex } = readRecord(await this.#rpc.call('getindexinfo'), 'getindexinfo');
    if (!isRecord(txindex))
      throw new ChainUnavailable('The node keeps no index of transactions: it needs -txindex=1.');
    if (txindex.synced !== true) {
      const height = readCount(txindex.best_block_height, 'best_block_height');
      throw new ChainUnavailable(`The node is still making its index of transactions, at block ${height}.`);
    }
    this.#isChecked = true;
  }
}

/**
 * A node that has no index, or has not finished it after a start, uses the same code for what it cannot know. Only these words say that it has looked
 * everywhere: to take a mined payout for an unknown one is the first half of paying it twice.
 */
export function isUnknown({ code, message }: CoreError): boolean {
  return code === coreErrors.notFound && message.startsWith('No such mempool or blockchain transaction');
}
