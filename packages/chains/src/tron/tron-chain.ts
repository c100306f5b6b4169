import {
  type BlockHeader,
  type Chain,
  type ChainBlock,
  type ChainTransfer,
  ChainUnavailable,
  type SendOutcome,
  type TransactionState,
} from '#port.ts';
import { areSameTransfers } from '#same-transfers.ts';
import type { Payment } from '#signing.ts';
import { BlockSearch, type TronExpiry } from './block-search.ts';
import { callConstant } from './constant-call.ts';
import { tronAddressHex } from './tron-address.ts';
import { TronBalances } from './tron-balances.ts';
import {
  coinTransfer,
  hasSucceeded,
  readHeader,
  readInfo,
  readTransaction,
  type TronInfo,
  type TronTransaction,
  transfersIn,
} from './tron-block.ts';
import { finalHeader, headerAt, TronBlocks } from './tron-blocks.ts';
import { readPrices, type TronPrices } from './tron-fees.ts';
import { TronNode, type TronNodeAddress } from './tron-node.ts';
import { readTron, transferWords } from './tron-transaction.ts';
import { isNothing, isRecord, readBytes, readListOrNone, readRecord, readWhole } from './tron-values.ts';

export interface TronChainOptions {
  /**
   * A block counts only when all of them have the same one at its height with the same transfers in it, a balance when all say the same, and a transaction
   * of ours as mined when all say the same of it. The first is asked for prices, and takes what is sent.
   */
  readonly nodes: readonly [TronNodeAddress, ...TronNodeAddress[]];
  /** The hash of the chain's first block, in hexadecimal. */
  readonly firstBlock: string;
  readonly timeoutMs?: number;
}

/** A block that transactions name, so that they count on no other chain, and the time that they are made by. */
export interface TronReference {
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  /** Of the newest block, in milliseconds since 1970. */
  readonly time: number;
}

/** So far below the lowest tip nodes are asked for a block on which they agree; deeper they are on different chains. */
const disagreementMax = 16;
/** A node behind one address may be another one for each question. So much longer than needed an expiration must have passed for all of them. */
const expiredGraceMs = 60_000;
const reasonLengthMax = 300;

/** The chain of Tron, over the HTTP API of one full node or several. */
export class TronChain implements Chain {
  readonly #nodes: readonly TronNode[];
  readonly #first: TronNode;
  readonly #blocks: readonly TronBlocks[];
  readonly #balances: readonly TronBalances[];
  readonly #searches: readonly BlockSearch[];

  constructor({ nodes, firstBlock, timeoutMs }: TronChainOptions) {
    const options = timeoutMs === undefined ? { firstBlock } : { firstBlock, timeoutMs };
    const [first, ...others] = nodes;
    this.#first = new TronNode({ address: first, ...options });
    this.#nodes = [this.#first, ...others.map((address) => new TronNode({ address, ...options }))];
    this.#searches = this.#nodes.map((node) => new BlockSearch(node));
    const read = this.#nodes.map((node) => ({ node, blocks: new TronBlocks(node) }));
    this.#blocks = read.map(({ blocks }) => blocks);
    this.#balances = read.map(({ node, blocks }) => new TronBalances(node, blocks));
  }

  /** The highest block that all nodes have. */
  async tip(): Promise<BlockHeader> {
    // Without a height it is the newest one, and without its transactions: `getnowblock` would bring all of them.
    const newest = await this.#ofAll(async (node) =>
      readHeader(await node.call('wallet/getblock', { detail: false })),
    );
    const lowest = Math.min(...newest.map(({ height }) => height));
    const same = agreed(newest);
    if (same) return same;
    for (let height = lowest; height >= 0 && height > lowest - disagreementMax; height -= 1) {
      const header = agreed(await this.#headers(height));
      if (header) return header;
    }
    throw new ChainUnavailable('The nodes are on different chains.');
  }

  /** The newest block that more than two thirds of the block makers have built upon, by every node: it is never replaced. */
  async finalHeight(): Promise<number> {
    return (await this.#final()).height;
  }

  async header(height: number): Promise<BlockHeader | undefined> {
    const asked = await this.#headers(height);
    if (asked.every((header) => header === undefined)) return undefined;
    return agreed(asked) ?? disagree(height);
  }

  async block(height: number): Promise<ChainBlock | undefined> {
    const all = await Promise.all(this.#blocks.map((blocks) => blocks.at(height)));
    if (all.every((each) => each === undefined)) return undefined;
    const header = agreed(all.map((each) => each?.header)) ?? disagree(height);
    // The hash binds nobody to what they say is in the block: one node that lies would credit what never arrived.
    const [transfers = [], ...others] = all.map(
      (each) => each?.content.flatMap(({ transaction, info }) => transfersIn(transaction, info)) ?? [],
    );
    if (!others.every((each) => areSameTransfers(each, transfers))) disagree(height);
    return { ...header, transfers };
  }

  /** Blocks come every three seconds: what waits is in one before anybody could be told. */
  async waiting(): Promise<readonly ChainTransfer[]> {
    return [];
  }

  async transfersOf(transactionId: string): Promise<readonly ChainTransfer[] | undefined> {
    const found = await this.#findAll(transactionId);
    const known = found.filter((each) => each !== undefined);
    const [first = []] = known.map(transfersByOne);
    if (known.length === 0) return undefined;
    if (isMinedByAll(found) && !known.every((each) => areSameTransfers(transfersByOne(each), first)))
      throw new ChainUnavailable('The nodes disagree on what a transaction pays.');
    return first;
  }

  /** By its bytes, which its id stands for: no node can say otherwise. */
  async sendersOf(transactionId: string): Promise<readonly string[] | undefined> {
    const [first] = (await this.#findAll(transactionId)).filter((each) => each !== undefined);
    return first && [first.transaction.contract.from ?? ''];
  }

  /** Mined when every node says so, and the same of it: what one says alone is waited for. */
  async stateOf(transactionId: string): Promise<TransactionState> {
    const found = await this.#findAll(transactionId);
    if (found.every((each) => each === undefined)) return { state: 'unknown' };
    if (!isMinedByAll(found)) return { state: 'waiting' };
    const [first, ...others] = found.map(({ transaction, info }) => ({
      ...{ height: info.height, time: info.time, cost: info.fee },
      succeeded: hasSucceeded(transaction, info),
    }));
    if (!first) return { state: 'unknown' };
    const { height, time, cost, succeeded } = first;
    const isSame = others.every(
      (each) => each.height === height && each.cost === cost && each.succeeded === succeeded,
    );
    if (!isSame) throw new ChainUnavailable('The nodes disagree on what became of a transaction.');
    const block = await this.header(height);
    // The block went while it was asked for.
    if (block?.time !== time) return { state: 'waiting' };
    return { state: 'mined', block, succeeded, cost };
  }

  async balance(
    addresses: readonly string[],
    asset: { readonly contract: string | undefined; readonly height: number },
  ): Promise<bigint> {
    const [sum = 0n, ...others] = await Promise.all(
      this.#balances.map((balances) => balances.sum(addresses, asset)),
    );
    if (others.some((each) => each !== sum))
      throw new ChainUnavailable(`The nodes disagree on a balance at block ${asset.height}.`);
    return sum;
  }

  async tokenDecimals(contract: string): Promise<number | undefined> {
    const question = { contract, from: contract, selector: 'decimals()', words: '' };
    const [first, ...others] = await Promise.all(
      this.#nodes.map(async (node) => {
        const answer = await callConstant(node, 'walletsolidity', question);
        const [result] = readListOrNone(answer.constant_result, 'constant_result');
        if (!answer.isOk || typeof result !== 'string' || !/^[0-9a-f]{64}$/i.test(result)) return undefined;
        const decimals = BigInt(`0x${result}`);
        return decimals <= 255n ? Number(decimals) : undefined;
      }),
    );
    if (others.some((each) => each !== first))
      throw new ChainUnavailable('The nodes disagree on the decimals of a token.');
    return first;
  }

  async send(raw: string): Promise<SendOutcome> {
    const transaction = readTron(raw);
    if (!transaction || transaction.signer !== transaction.contract.from)
      return { outcome: 'refused', reason: 'These bytes are no transaction that its sender signed.' };
    const { id } = transaction;
    const answer = readRecord(await this.#first.call('wallet/broadcasthex', { transaction: raw }), 'answer');
    if (answer.result === true) {
      if (answer.txid !== undefined && readBytes(answer.txid, { at: 'txid', bytes: 32 }) !== id)
        throw new ChainUnavailable('The node took another transaction than it was sent.');
      return { outcome: 'accepted' };
    }
    const code = typeof answer.code === 'string' ? answer.code : 'no code';
    const reason = `${code}: ${String(answer.message ?? '')}`.slice(0, reasonLengthMax);
    // A node calls it an error to be sent what waits or is mined, and calls it the same to be sent again what it refused before.
    if (await this.#isKnown(id)) return { outcome: 'accepted' };
    // Whatever a node says against it now, another may mine it until it expires.
    return { outcome: (await this.isExpired(transaction)) ? 'refused' : 'later', reason };
  }

  /**
   * Whether a transaction can never be mined: every node has a final block that is later than its expiration, and no block that could have it does.
   *
   * @throws ChainUnavailable also when the node no longer has these blocks: then nothing is proven.
   */
  async isExpired(transaction: TronExpiry): Promise<boolean> {
    const final = await this.#final();
    if (final.time <= transaction.expiration + expiredGraceMs) return false;
    if (await this.#isKnown(transaction.id)) return false;
    const found = await Promise.all(this.#searches.map((search) => search.has(transaction, final)));
    return !found.includes(true);
  }

  /** A block that is final, so that no reorganisation makes a transaction name one that is gone. */
  async reference(): Promise<TronReference> {
    const { height, hash } = await this.#final();
    const { time } = await this.tip();
    const low = (height & 0xffff).toString(16).padStart(4, '0');
    return { refBlockBytes: low, refBlockHash: hash.slice(16, 32), time };
  }

  async prices(): Promise<TronPrices> {
    return readPrices(await this.#first.call('wallet/getchainparameters'));
  }

  /** Whether the chain has an account for an address: the first payment of the coin to it opens one. */
  async hasAccount(address: string): Promise<boolean> {
    return !isNothing(await this.#first.call('wallet/getaccount', { address: tronAddressHex(address) }));
  }

  /** What a payment of a token would use now, the most that a node says; 'would_fail' when all say that it would fail, undefined when they cannot tell. */
  async estimateEnergy(
    { to, contract, amount }: Payment,
    from: string,
  ): Promise<bigint | 'would_fail' | undefined> {
    if (contract === undefined) return 0n;
    const words = transferWords({ to, amount });
    const question = { contract, from, selector: 'transfer(address,uint256)', words };
    const answers = await this.#ofAll(async (node) => {
      const answer = await callConstant(node, 'wallet', question);
      const { energy_used: used, transaction } = answer;
      const [ret] = isRecord(transaction) ? readListOrNone(transaction.ret, 'ret') : [];
      if (!answer.isOk) return undefined;
      const isFailed = isRecord(ret) && ret.ret === 'FAILED';
      return isFailed ? 'would_fail' : BigInt(readWhole(used, 'energy_used'));
    });
    if (answers.every((answer) => answer === 'would_fail')) return 'would_fail';
    const told = answers.filter((answer) => typeof answer === 'bigint');
    return told.toSorted((a, b) => (a < b ? -1 : 1)).at(-1);
  }

  /** What each node knows of it. */
  #findAll(id: string): Promise<readonly (Found | undefined)[]> {
    return this.#ofAll(async (node) => {
      const mined = await node.call('wallet/gettransactionbyid', { value: id });
      if (!isNothing(mined)) {
        const transaction = readTransaction(mined);
        const info = await node.call('wallet/gettransactioninfobyid', { value: id });
        return { transaction, info: isNothing(info) ? undefined : readInfo(info) };
      }
      const waits = await node.call('wallet/gettransactionfrompending', { value: id });
      return isNothing(waits) ? undefined : { transaction: readTransaction(waits), info: undefined };
    });
  }

  /** Only what no node knows is unknown. */
  async #isKnown(id: string): Promise<boolean> {
    return (await this.#findAll(id)).some((each) => each !== undefined);
  }

  /** The lowest of what the nodes call final. */
  async #final(): Promise<BlockHeader> {
    const all = await this.#ofAll(finalHeader);
    return all.reduce((lowest, header) => (header.height < lowest.height ? header : lowest));
  }

  #headers(height: number): Promise<(BlockHeader | undefined)[]> {
    return this.#ofAll((node) => headerAt(node, height));
  }

  #ofAll<Value>(ask: (node: TronNode) => Promise<Value>): Promise<Value[]> {
    return Promise.all(this.#nodes.map(ask));
  }
}

/** What a node knows of a transaction: no info while it waits. */
interface Found {
  readonly transaction: TronTransaction;
  readonly info: TronInfo | undefined;
}

function isMinedByAll(
  found: readonly (Found | undefined)[],
): found is readonly (Found & { readonly info: TronInfo })[] {
  return found.every((each) => each?.info !== undefined);
}

/** What a transaction pays by what one node says. The logs of what waits are nobody's promise. */
function transfersByOne({ transaction, info }: Found): ChainTransfer[] {
  if (info) return transfersIn(transaction, info);
  return [coinTransfer(transaction)].filter((transfer) => transfer !== undefined);
}

/** Undefined unless every node has the same block. */
function agreed(headers: readonly (BlockHeader | undefined)[]): BlockHeader | undefined {
  const [first] = headers;
  return headers.every((header) => header !== undefined && header.hash === first?.hash) ? first : undefined;
}

function disagree(height: number): never {
  throw new ChainUnavailable(
    `The nodes disagree on block ${height} or on what is in it, or one of them is behind.`,
  );
}
