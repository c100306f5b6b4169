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
import { tronAddressHex } from './tron-address.ts';
import {
  changeBy,
  coinTransfer,
  hasSucceeded,
  pairUp,
  readHeader,
  readInfo,
  readTransaction,
  readTransactions,
  type TronInfo,
  type TronTransaction,
  transfersIn,
} from './tron-block.ts';
import { readPrices, type TronPrices } from './tron-fees.ts';
import { TronNode, type TronNodeAddress } from './tron-node.ts';
import { addressWord, type ReadTron, readTron, transferWords } from './tron-transaction.ts';
import {
  isNothing,
  isRecord,
  nonsense,
  readBytes,
  readListOrNone,
  readRecord,
  readWhole,
} from './tron-values.ts';

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

/** What tells whether a transaction can still be mined. */
export type TronExpiry = Pick<ReadTron, 'id' | 'expiration' | 'refBlockBytes' | 'refBlockHash'>;

/** So far below the lowest tip nodes are asked for a block on which they agree; deeper they are on different chains. */
const disagreementMax = 16;
/** Addresses whose balances are asked for between two looks at the newest final block. */
const balanceBatch = 10;
const balanceLooksMax = 20;
/** So far back a balance is reckoned: an hour. */
const reckonedBlocksMax = 1_200;
/** Blocks that are not final yet are about twenty. */
const recentBlocksMax = 50;
/** Several that expired at once are looked for in the same blocks; twenty minutes of them. */
const searchedBlocksMax = 400;
/** So far back the block that a transaction names is looked for: about a month. */
const namedBlocksMax = 14 * 0x10000;
/** A node behind one address may be another one for each question. So much longer than needed an expiration must have passed for all of them. */
const expiredGraceMs = 60_000;
const reasonLengthMax = 300;

interface BlockContent {
  readonly header: BlockHeader;
  readonly content: readonly { transaction: TronTransaction; info: TronInfo }[];
}

/** The chain of Tron, over the HTTP API of one full node or several. */
export class TronChain implements Chain {
  readonly #nodes: readonly TronNode[];
  readonly #first: TronNode;
  readonly #recent = new Map<number, BlockContent>();
  readonly #searched = new Map<number, { header: BlockHeader; ids: ReadonlySet<string> }>();

  constructor({ nodes, firstBlock, timeoutMs }: TronChainOptions) {
    const options = timeoutMs === undefined ? { firstBlock } : { firstBlock, timeoutMs };
    const [first, ...others] = nodes;
    this.#first = new TronNode({ address: first, ...options });
    this.#nodes = [this.#first, ...others.map((address) => new TronNode({ address, ...options }))];
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
    return (await this.#solidified()).height;
  }

  async header(height: number): Promise<BlockHeader | undefined> {
    const asked = await this.#headers(height);
    if (asked.every((header) => header === undefined)) return undefined;
    return agreed(asked) ?? disagree(height);
  }

  async block(height: number): Promise<ChainBlock | undefined> {
    const read = await this.#recall(height);
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

  /**
   * A node knows balances at its newest block, where what waits is counted already, and at the newest final one. So they are asked for there, and what the
   * blocks between that one and the height did is reckoned.
   */
  async balance(
    addresses: readonly string[],
    { contract, height }: { readonly contract: string | undefined; readonly height: number },
  ): Promise<bigint> {
    let sum = 0n;
    for (let at = 0; at < addresses.length; at += balanceBatch) {
      const batch = addresses.slice(at, at + balanceBatch);
      const { final, balances } = await this.#finalBalances(batch, contract);
      const ours = { addresses: new Set(batch), contract };
      const sign = height > final.height ? 1n : -1n;
      let change = 0n;
      for (const block of await this.#between(final, height))
        for (const each of block.content) change += changeBy(each, ours);
      sum += balances + sign * change;
    }
    return sum;
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
   * Whether a transaction can never be mined. Every node has a final block that is later than its expiration, and no block from the one that it names up to
   * that one has it. A block can have it only if the block before is earlier than the expiration, so none that comes later will. The index of a node is not
   * believed in this: one that forgets, or keeps none, would have everything made and paid twice.
   *
   * @throws ChainUnavailable also when the node no longer has these blocks: then nothing is proven.
   */
  async isExpired(transaction: TronExpiry): Promise<boolean> {
    const { id, expiration } = transaction;
    const final = await this.#solidified();
    if (final.time <= expiration + expiredGraceMs) return false;
    if (await this.#find(id)) return false;
    let before = await this.#named(transaction, final);
    while (before.time < expiration) {
      const next = await this.#contents(before.height + 1);
      if (next.header.parentHash !== before.hash || next.header.height > final.height)
        throw new ChainUnavailable('The chain changed while a transaction was looked for.');
      if (next.ids.has(id)) return false;
      before = next.header;
    }
    return true;
  }

  /** The block that a transaction names: heights that end in the same two bytes are two days apart. */
  async #named({ refBlockBytes, refBlockHash }: TronExpiry, final: BlockHeader): Promise<BlockHeader> {
    const low = Number.parseInt(refBlockBytes, 16);
    const newest = final.height - ((final.height - low) & 0xffff);
    for (let height = newest; height >= 0 && height > newest - namedBlocksMax; height -= 0x10000) {
      const header = await this.header(height);
      if (header?.hash.slice(16, 32) === refBlockHash) return header;
    }
    throw new ChainUnavailable('The node does not have the block that a transaction names.');
  }

  /** The ids in a block that is final. */
  async #contents(height: number): Promise<{ header: BlockHeader; ids: ReadonlySet<string> }> {
    const known = this.#searched.get(height);
    if (known) return known;
    const found = await this.#first.call('wallet/getblockbynum', { num: height });
    if (isNothing(found)) throw new ChainUnavailable(`The node does not have block ${height}.`);
    const listed = readListOrNone(readRecord(found, 'block').transactions, 'transactions');
    const ids = new Set(
      listed.map((each) => readBytes(readRecord(each, 'transaction').txID, { at: 'txID', bytes: 32 })),
    );
    const block = { header: readHeader(found), ids };
    this.#searched.set(height, block);
    forgetOldest(this.#searched, searchedBlocksMax);
    return block;
  }

  /** A block that is final, so that no reorganisation makes a transaction name one that is gone. */
  async reference(): Promise<TronReference> {
    const { height, hash } = await this.#solidified();
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
  async estimateEnergy({ to, contract, amount }: Payment, from: string): Promise<bigint | undefined> {
    if (contract === undefined) return 0n;
    const answer = await this.#ask('wallet', {
      ...{ contract, from, selector: 'transfer(address,uint256)', words: transferWords({ to, amount }) },
    });
    const { energy_used: used, transaction } = answer;
    const [ret] = isRecord(transaction) ? readListOrNone(transaction.ret, 'ret') : [];
    const isFailed = isRecord(ret) && ret.ret === 'FAILED';
    return isOk(answer) && !isFailed ? BigInt(readWhole(used, 'energy_used')) : undefined;
  }

  /** What a contract would answer, without a transaction. */
  async #ask(
    of: 'wallet' | 'walletsolidity',
    question: { contract: string; from: string; selector: string; words: string },
  ): Promise<Readonly<Record<string, unknown>>> {
    const { contract, from, selector, words } = question;
    const answer = await this.#first.call(`${of}/triggerconstantcontract`, {
      owner_address: tronAddressHex(from),
      contract_address: tronAddressHex(contract),
      function_selector: selector,
      parameter: words,
    });
    return readRecord(answer, 'triggerconstantcontract');
  }

  /** What lies on the addresses after one block, which is the newest final one before and after all are asked for. */
  async #finalBalances(
    addresses: readonly string[],
    contract: string | undefined,
  ): Promise<{ final: BlockHeader; balances: bigint }> {
    const finalNow = async () => readHeader(await this.#first.call('walletsolidity/getnowblock'));
    let final = await finalNow();
    for (let looks = 0; looks < balanceLooksMax; looks += 1) {
      const all = await Promise.all(
        addresses.map((address) =>
          contract === undefined ? this.#coinsOf(address) : this.#tokensOf(address, contract),
        ),
      );
      const after = await finalNow();
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
      const block = await this.#recall(above);
      if (!block || (parent !== undefined && block.header.parentHash !== parent))
        throw new ChainUnavailable('The chain changed while a balance was reckoned, or is not so far.');
      parent = block.header.hash;
      blocks.push(block);
    }
    if (high === final.height && low < high && parent !== final.hash)
      throw new ChainUnavailable('The chain changed while a balance was reckoned.');
    return blocks;
  }

  /** A block that was read already is not read again: what the newest ones did is asked for at every turn. */
  async #recall(height: number): Promise<BlockContent | undefined> {
    const known = this.#recent.get(height);
    if (known) {
      const [header] = await this.#headers(height, [this.#first]);
      if (header?.hash === known.header.hash) return known;
    }
    const block = await this.#read(height);
    if (block) this.#recent.set(height, block);
    forgetOldest(this.#recent, recentBlocksMax);
    return block;
  }

  async #coinsOf(address: string): Promise<bigint> {
    const found = await this.#first.call('walletsolidity/getaccount', { address: tronAddressHex(address) });
    return BigInt(readWhole(readRecord(found, 'account').balance, 'balance'));
  }

  async #tokensOf(address: string, contract: string): Promise<bigint> {
    const words = addressWord(address);
    const answer = await this.#ask('walletsolidity', {
      ...{ contract, from: address, selector: 'balanceOf(address)', words },
    });
    const [result] = readListOrNone(answer.constant_result, 'constant_result');
    if (!isOk(answer) || result === undefined) throw nonsense('balanceOf');
    return BigInt(`0x${readBytes(result, { at: 'balanceOf', bytes: 32 })}`);
  }

  /** A block with what came of its transactions. Both are asked for by height, so the block must be the same afterwards. */
  async #read(height: number): Promise<BlockContent | undefined> {
    const found = await this.#first.call('wallet/getblockbynum', { num: height });
    if (isNothing(found)) return undefined;
    const header = readHeader(found);
    if (header.height !== height) throw new ChainUnavailable('The node answered with another block.');
    const transactions = await readTransactions(found);
    const answer = await this.#first.call('wallet/gettransactioninfobyblocknum', { num: height });
    const infos = isNothing(answer) ? [] : readListOrNone(answer, 'infos').map(readInfo);
    const [again] = await this.#headers(height, [this.#first]);
    if (again?.hash !== header.hash) throw new ChainUnavailable('A block changed while it was read.');
    return { header, content: pairUp(header, transactions, infos) };
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
  async #solidified(): Promise<BlockHeader> {
    const all = await this.#ofAll(async (node) => readHeader(await node.call('walletsolidity/getnowblock')));
    return all.reduce((lowest, header) => (header.height < lowest.height ? header : lowest));
  }

  #headers(height: number, nodes = this.#nodes): Promise<(BlockHeader | undefined)[]> {
    return Promise.all(
      nodes.map(async (node) => {
        const found = await node.call('wallet/getblock', { id_or_num: `${height}`, detail: false });
        if (isNothing(found)) return undefined;
        const header = readHeader(found);
        if (header.height !== height) throw new ChainUnavailable('The node answered with another block.');
        return header;
      }),
    );
  }

  #ofAll<Value>(ask: (node: TronNode) => Promise<Value>): Promise<Value[]> {
    return Promise.all(this.#nodes.map(ask));
  }
}

function forgetOldest(blocks: Map<number, unknown>, max: number): void {
  for (const oldest of blocks.keys()) {
    if (blocks.size <= max) return;
    blocks.delete(oldest);
  }
}

function isOk({ result }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(result) && result.result === true;
}

/** Undefined unless every node has the same block. */
function agreed(headers: readonly (BlockHeader | undefined)[]): BlockHeader | undefined {
  const [first] = headers;
  return headers.every((header) => header !== undefined && header.hash === first?.hash) ? first : undefined;
}

function disagree(height: number): never {
  throw new ChainUnavailable(`The nodes disagree on block ${height}, or one of them is behind.`);
}
