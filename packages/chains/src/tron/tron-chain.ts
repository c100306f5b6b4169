import {
  type BlockHeader,
  type Chain,
  type ChainBlock,
  type ChainTransfer,
  ChainUnavailable,
  type SendOutcome,
  type TransactionState,
} from '#port.ts';
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
  /** The first is asked for everything; a block counts only when all of them have the same one at its height. */
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
  readonly #blocks: TronBlocks;
  readonly #balances: TronBalances;
  readonly #search: BlockSearch;

  constructor({ nodes, firstBlock, timeoutMs }: TronChainOptions) {
    const options = timeoutMs === undefined ? { firstBlock } : { firstBlock, timeoutMs };
    const [first, ...others] = nodes;
    this.#first = new TronNode({ address: first, ...options });
    this.#nodes = [this.#first, ...others.map((address) => new TronNode({ address, ...options }))];
    this.#blocks = new TronBlocks(this.#first);
    this.#balances = new TronBalances(this.#first, this.#blocks);
    this.#search = new BlockSearch(this.#first);
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
    const read = await this.#blocks.at(height);
    if (!read) return undefined;
    const others = await this.#headers(height, this.#nodes.slice(1));
    if (!agreed([read.header, ...others])) disagree(height);
    const transfers = read.content.flatMap(({ transaction, info }) => transfersIn(transaction, info));
    return { ...read.header, transfers };
  }

  /** Blocks come every three seconds: what waits is in one before anybody could be told. */
  async waiting(): Promise<readonly ChainTransfer[]> {
    return [];
  }

  async transfersOf(transactionId: string): Promise<readonly ChainTransfer[] | undefined> {
    const found = await this.#find(transactionId);
    if (!found) return undefined;
    const { transaction, info } = found;
    if (info) return transfersIn(transaction, info);
    // The logs of what waits are nobody's promise.
    return [coinTransfer(transaction)].filter((transfer) => transfer !== undefined);
  }

  async stateOf(transactionId: string): Promise<TransactionState> {
    const found = await this.#find(transactionId);
    if (!found) return { state: 'unknown' };
    const { transaction, info } = found;
    const block = info && (await this.header(info.height));
    // The block went while it was asked for.
    if (!info || block?.time !== info.time) return { state: 'waiting' };
    return { state: 'mined', block, succeeded: hasSucceeded(transaction, info), cost: info.fee };
  }

  async balance(
    addresses: readonly string[],
    asset: { readonly contract: string | undefined; readonly height: number },
  ): Promise<bigint> {
    return this.#balances.sum(addresses, asset);
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
    if (await this.#find(id)) return { outcome: 'accepted' };
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
    if (await this.#find(transaction.id)) return false;
    return !(await this.#search.has(transaction, final));
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

  /** What a payment of a token would use now; undefined when the node thinks that it would fail, or cannot tell. */
  async estimateEnergy(
    { to, contract, amount }: Payment,
    from: string,
  ): Promise<bigint | 'would_fail' | undefined> {
    if (contract === undefined) return 0n;
    const words = transferWords({ to, amount });
    const question = { contract, from, selector: 'transfer(address,uint256)', words };
    const answer = await callConstant(this.#first, 'wallet', question);
    const { energy_used: used, transaction } = answer;
    const [ret] = isRecord(transaction) ? readListOrNone(transaction.ret, 'ret') : [];
    const isFailed = isRecord(ret) && ret.ret === 'FAILED';
    if (!answer.isOk) return undefined;
    return isFailed ? 'would_fail' : BigInt(readWhole(used, 'energy_used'));
  }

  /** Of the first node that knows it. Only what no node knows is unknown. */
  async #find(id: string): Promise<{ transaction: TronTransaction; info: TronInfo | undefined } | undefined> {
    for (const node of this.#nodes) {
      const mined = await node.call('wallet/gettransactionbyid', { value: id });
      if (!isNothing(mined)) {
        const transaction = readTransaction(mined);
        const info = await node.call('wallet/gettransactioninfobyid', { value: id });
        return { transaction, info: isNothing(info) ? undefined : readInfo(info) };
      }
      const waits = await node.call('wallet/gettransactionfrompending', { value: id });
      if (!isNothing(waits)) return { transaction: readTransaction(waits), info: undefined };
    }
    return undefined;
  }

  /** The lowest of what the nodes call final. */
  async #final(): Promise<BlockHeader> {
    const all = await this.#ofAll(finalHeader);
    return all.reduce((lowest, header) => (header.height < lowest.height ? header : lowest));
  }

  #headers(height: number, nodes = this.#nodes): Promise<(BlockHeader | undefined)[]> {
    return Promise.all(nodes.map((node) => headerAt(node, height)));
  }

  #ofAll<Value>(ask: (node: TronNode) => Promise<Value>): Promise<Value[]> {
    return Promise.all(this.#nodes.map(ask));
  }
}

/** Undefined unless every node has the same block. */
function agreed(headers: readonly (BlockHeader | undefined)[]): BlockHeader | undefined {
  const [first] = headers;
  return headers.every((header) => header !== undefined && header.hash === first?.hash) ? first : undefined;
}

function disagree(height: number): never {
  throw new ChainUnavailable(`The nodes disagree on block ${height}, or one of them is behind.`);
}
