import { bytesToHex } from '@noble/hashes/utils.js';
import type { BitcoinScripts } from '#addresses/bitcoin-scripts.ts';
import { ChainUnavailable } from '#port.ts';
import {
  type CoreTransaction,
  coinbaseMaturity,
  type Outpoint,
  readBlockTransactions,
  readHeader,
} from './bitcoin-block.ts';
import type { CoreNode } from './core-node.ts';
import { readAmount, readBytes, readCount, readHash, readList, readRecord } from './core-values.ts';

/** An output that the chain has and nobody has spent in a block. */
export interface Unspent extends Outpoint {
  readonly address: string;
  readonly amount: bigint;
  readonly height: number;
  /** New coins that are too young to be spent. */
  readonly isImmature: boolean;
}

/** A scan reads every unspent output of the chain: minutes on a large one. `fetch` gives up after five. */
const scanTimeoutMs = 290_000;
/** So far back a balance can be told; each block on the way is read. */
const blocksBackMax = 1_000;

interface Scan {
  readonly hash: string;
  readonly height: number;
  readonly outputs: readonly Unspent[];
}

/** What lies on addresses, by the node alone: it keeps unspent outputs for its tip only, and looks through all of them for each question. */
export class UnspentScan {
  readonly #node: CoreNode;
  readonly #scripts: BitcoinScripts;

  constructor(node: CoreNode, scripts: BitcoinScripts) {
    this.#node = node;
    this.#scripts = scripts;
  }

  async list(addresses: readonly string[]): Promise<readonly Unspent[]> {
    return addresses.length === 0 ? [] : (await this.#scan(addresses)).outputs;
  }

  /** At an earlier block there was what is unspent now and was there then, and what was there then and has been spent since. */
  async balance(addresses: readonly string[], height: number): Promise<bigint> {
    if (addresses.length === 0) return 0n;
    const scan = await this.#scan(addresses, height);
    if (scan.height < height) throw new ChainUnavailable(`The node does not have block ${height} yet.`);
    const there = scan.outputs.filter((output) => output.height <= height && !output.isImmature);
    const spent = await this.#spentSince({ ours: new Set(addresses), scan, height });
    return there.reduce((sum, { amount }) => sum + amount, 0n) + spent;
  }

  /** Whether coins are too young is asked for the block at `height`, or for the tip. */
  async #scan(addresses: readonly string[], height?: number): Promise<Scan> {
    const descriptors = addresses.map((address) => `raw(${bytesToHex(this.#scripts.scriptOf(address))})`);
    const rpc = await this.#node.rpc();
    const answer = await rpc.ask(
      { method: 'scantxoutset', params: ['start', descriptors] },
      { timeoutMs: scanTimeoutMs },
    );
    if (!answer.ok) throw new ChainUnavailable(`The node refused scantxoutset: ${answer.failure.message}`);
    const { success, unspents, ...at } = readRecord(answer.value, 'scantxoutset');
    if (success !== true) throw new ChainUnavailable('The node broke off its scan.');
    const tip = readCount(at.height, 'scantxoutset.height');
    const found = readList(unspents, 'unspents').map((output) => this.#read(output));
    const oldEnough = (height ?? tip) - coinbaseMaturity + 1;
    const young = await this.#node.transactions(
      found.flatMap((output) => (output.height > oldEnough ? output.transactionId : [])),
    );
    return {
      hash: readHash(at.bestblock, 'bestblock'),
      height: tip,
      outputs: found.map((output) => ({
        ...output,
        isImmature: young.get(output.transactionId)?.isCoinbase === true,
      })),
    };
  }

  #read(value: unknown): Omit<Unspent, 'isImmature'> {
    const { txid, vout, scriptPubKey, amount, height } = readRecord(value, 'unspents');
    const address = this.#scripts.addressOf(readBytes(scriptPubKey, 'unspents.scriptPubKey'));
    if (address === undefined) throw new ChainUnavailable('The node found what it was not asked for.');
    return {
      transactionId: readHash(txid, 'unspents.txid'),
      output: readCount(vout, 'unspents.vout'),
      address,
      amount: readAmount(amount, 'unspents.amount'),
      height: readCount(height, 'unspents.height'),
    };
  }

  async #spentSince(asked: { ours: ReadonlySet<string>; scan: Scan; height: number }): Promise<bigint> {
    const { ours, scan, height } = asked;
    if (scan.height - height > blocksBackMax)
      throw new ChainUnavailable(`The node is asked for a balance ${scan.height - height} blocks back.`);
    const transactions: CoreTransaction[] = [];
    let hash: string | undefined = scan.hash;
    for (let at = scan.height; at > height && hash !== undefined; at -= 1) {
      // Newer nodes tell with 3 what each input spends; to older ones it is the same as 2.
      const block = await this.#node.call('getblock', hash, 3);
      for (const transaction of readBlockTransactions(block)) transactions.push(transaction);
      hash = readHeader(block).parentHash;
    }
    const since = new Set(transactions.map(({ id }) => id));
    const isOurs = (script: Uint8Array) => ours.has(this.#scripts.addressOf(script) ?? '');
    const spends = transactions
      .flatMap(({ inputs }) => inputs)
      .filter(({ transactionId, script }) => !since.has(transactionId) && (!script || isOurs(script)));
    const sources = await this.#node.transactions(spends.map(({ transactionId }) => transactionId));
    let sum = 0n;
    for (const { transactionId, output } of spends) {
      const source = sources.get(transactionId);
      const spent = source?.outputs.find(({ index }) => index === output);
      if (!source || !spent) throw new ChainUnavailable('The node does not know what a transaction spends.');
      if (isOurs(spent.script) && !(await this.#wasImmature(source, height))) sum += spent.amount;
    }
    return sum;
  }

  async #wasImmature({ isCoinbase, block }: CoreTransaction, height: number): Promise<boolean> {
    if (!isCoinbase || !block) return false;
    const { height: minedAt } = await this.#node.header(block.hash);
    return minedAt > height - coinbaseMaturity + 1;
  }
}
