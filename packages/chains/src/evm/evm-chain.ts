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
import { AddressSpelling } from './address-spelling.ts';
import { BlockEffectsReader } from './block-effects.ts';
import {
  type EvmBlock,
  nativeTransfer,
  readBlock,
  readCost,
  readHeader,
  readReceipt,
  readTransaction,
  readTransactions,
  tokenTransfers,
} from './evm-block.ts';
import { type EvmFeePolicy, type EvmFees, feesFrom } from './evm-fees.ts';
import { EvmNode, RpcError } from './evm-node.ts';
import { readEvm, transferData } from './evm-transaction.ts';
import { saysItWouldFail } from './failing-calls.ts';
import { readFeeHistory } from './fee-history.ts';
import { isRecord, readCount, readHex, readQuantity, toQuantity } from './rpc-values.ts';
import { whyRefused } from './send-refusals.ts';

export interface EvmChainOptions {
  /** A block counts only when all of them have the same one at its height with the same transfers in it, a balance when all say the same, and a transaction of ours as mined when all say the same of it. The first is asked for fees, and takes what is sent. */
  readonly urls: readonly [string, ...string[]];
  readonly chainId: number;
  /** So deep nothing changes any more: a number of a sender that was used there is used for good. */
  readonly confirmations: number;
  readonly timeoutMs?: number;
}

/** So far below the lowest tip nodes are asked for a block on which they agree; deeper they are on different chains. */
const disagreementMax = 16;
const waitingMax = 2_000;
/** `balanceOf(address)` */
const balanceSelector = '0x70a08231';
/** `decimals()` */
const decimalsSelector = '0x313ce567';

/** A chain of Ethereum's kind, over the JSON-RPC of one node or several. `finalized` is not asked for: what is final is counted in confirmations. */
export class EvmChain implements Chain {
  readonly #nodes: readonly EvmNode[];
  readonly #first: EvmNode;
  readonly #effects: readonly BlockEffectsReader[];
  readonly #spelling = new AddressSpelling();
  readonly #chainId: number;
  readonly #confirmations: number;

  constructor({ urls, chainId, confirmations, timeoutMs }: EvmChainOptions) {
    const options = timeoutMs === undefined ? { chainId } : { chainId, timeoutMs };
    const [first, ...others] = urls;
    this.#first = new EvmNode({ url: first, ...options });
    this.#nodes = [this.#first, ...others.map((url) => new EvmNode({ url, ...options }))];
    this.#effects = this.#nodes.map((node) => new BlockEffectsReader(node));
    this.#chainId = chainId;
    this.#confirmations = confirmations;
  }

  /** The highest block that all nodes have. */
  async tip(): Promise<BlockHeader> {
    const heights = await this.#ofAll(async (node) =>
      readCount(await node.call('eth_blockNumber', []), 'eth_blockNumber'),
    );
    const lowest = Math.min(...heights);
    for (let height = lowest; height >= 0 && height > lowest - disagreementMax; height -= 1) {
      const header = await this.#agreedHeader(height);
      if (header) return header;
    }
    throw new ChainUnavailable('The nodes are on different chains.');
  }

  async header(height: number): Promise<BlockHeader | undefined> {
    const asked = await this.#headers(height);
    if (asked.every((header) => header === undefined)) return undefined;
    return agreed(asked) ?? disagree(height);
  }

  async block(height: number): Promise<ChainBlock | undefined> {
    const blocks = await this.#ofAll(async (node) => {
      const found = await node.call('eth_getBlockByNumber', [toQuantity(height), true]);
      return found === null ? undefined : readBlock(found);
    });
    const [first] = blocks;
    if (!first) return undefined;
    if (first.header.height !== height) throw new ChainUnavailable('The node answered with another block.');
    const header = agreed(blocks.map((block) => block?.header)) ?? disagree(height);
    // The hash binds nobody to what they say is in the block: one node that lies would credit what never arrived.
    const [transfers = [], ...others] = await Promise.all(
      this.#effects.map((effects, at) => transfersIn(blocks[at] ?? first, effects)),
    );
    if (!others.every((each) => areSameTransfers(each, transfers))) disagree(height);
    return { ...header, transfers: await this.#spelling.spell(transfers) };
  }

  /** Only of the chain's own coin: the logs of what waits are nobody's promise. */
  async waiting(): Promise<readonly ChainTransfer[]> {
    const pending = await this.#first
      .call('eth_getBlockByNumber', ['pending', true])
      .catch((error: unknown) => (error instanceof RpcError ? null : Promise.reject(error)));
    if (!isRecord(pending)) return [];
    // Nodes without a pending block answer with the latest one, whose transactions are mined.
    const transactions = readTransactions(pending).filter(({ blockHash }) => blockHash === null);
    const found = transactions
      .slice(0, waitingMax)
      .flatMap((transaction) => nativeTransfer(transaction) ?? []);
    return this.#spelling.spell(found);
  }

  async transfersOf(transactionId: string): Promise<readonly ChainTransfer[] | undefined> {
    const found = await this.#findAll(transactionId);
    const known = found.filter((each) => each !== undefined);
    const [first = []] = known.map(transfersByOne);
    if (known.length === 0) return undefined;
    if (isMinedByAll(found) && !known.every((each) => areSameTransfers(transfersByOne(each), first)))
      throw new ChainUnavailable('The nodes disagree on what a transaction pays.');
    return this.#spelling.spell(first);
  }

  async sendersOf(transactionId: string): Promise<readonly string[] | undefined> {
    const found = await this.#findAll(transactionId);
    const told = found.flatMap((each) =>
      each && each.transaction !== null ? [readTransaction(each.transaction).from] : [],
    );
    const [from] = told;
    if (from === undefined) return undefined;
    if (told.some((each) => each !== from))
      throw new ChainUnavailable('The nodes disagree on who sent a transaction.');
    return [this.#spelling.write(from)];
  }

  /** Mined when every node says so, and the same of it: what one says alone is waited for. */
  async stateOf(transactionId: string): Promise<TransactionState> {
    const found = await this.#findAll(transactionId);
    if (found.every((each) => each === undefined)) return { state: 'unknown' };
    if (!isMinedByAll(found)) return { state: 'waiting' };
    const [first, ...others] = found.map(({ receipt }) => ({
      ...readReceipt(receipt),
      cost: readCost(receipt),
    }));
    if (!first) return { state: 'unknown' };
    const { blockHash, height, succeeded, cost } = first;
    const isSame = others.every(
      (each) => each.blockHash === blockHash && each.succeeded === succeeded && each.cost === cost,
    );
    if (!isSame) throw new ChainUnavailable('The nodes disagree on what became of a transaction.');
    const block = await this.header(height);
    // The block went while it was asked for.
    if (block?.hash !== blockHash) return { state: 'waiting' };
    return { state: 'mined', block, succeeded, cost };
  }

  async balance(
    addresses: readonly string[],
    { contract, height }: { readonly contract: string | undefined; readonly height: number },
  ): Promise<bigint> {
    const at = toQuantity(height);
    const calls = addresses.map((address) =>
      contract === undefined
        ? { method: 'eth_getBalance', params: [address, at] }
        : { method: 'eth_call', params: [{ to: contract, data: balanceCall(address) }, at] },
    );
    const read = contract === undefined ? readBalance : readTokenBalance;
    const [sum = 0n, ...others] = await this.#ofAll(async (node) =>
      (await node.batch(calls)).reduce<bigint>((total, result) => total + read(result), 0n),
    );
    if (others.some((each) => each !== sum))
      throw new ChainUnavailable(`The nodes disagree on a balance at block ${height}.`);
    return sum;
  }

  async tokenDecimals(contract: string): Promise<number | undefined> {
    const [first, ...others] = await this.#ofAll(async (node) => {
      try {
        return readDecimals(
          await node.call('eth_call', [{ to: contract, data: decimalsSelector }, 'latest']),
        );
      } catch (error) {
        if (error instanceof RpcError && saysItWouldFail(error)) return undefined;
        throw error;
      }
    });
    if (others.some((each) => each !== first))
      throw new ChainUnavailable('The nodes disagree on the decimals of a token.');
    return first;
  }

  async send(raw: string): Promise<SendOutcome> {
    const transaction = readEvm(raw);
    if (transaction?.chainId !== this.#chainId)
      return { outcome: 'refused', reason: 'These bytes are no signed transaction of this chain.' };
    const { id } = transaction;
    try {
      const answer = await this.#first.call('eth_sendRawTransaction', [raw]);
      if (answer !== id) throw new ChainUnavailable('The node took another transaction than it was sent.');
      return { outcome: 'accepted' };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // Already known, already mined, or mined and failed at once: nodes call each of them an error.
      if ((await this.#findAll(id)).some((each) => each !== undefined)) return { outcome: 'accepted' };
      const reason = error.message;
      const why = whyRefused(reason);
      const isHopeless = why === 'hopeless' || (why === 'used_nonce' && (await this.#isSpent(transaction)));
      return { outcome: isHopeless ? 'refused' : 'later', reason };
    }
  }

  /** The number that the chain expects next of an address, by what is mined: what waits may have gaps. The highest that a node says: the others are behind. */
  async nonceOf(address: string): Promise<number> {
    const counts = await this.#ofAll(async (node) =>
      readCount(await node.call('eth_getTransactionCount', [address, 'latest']), 'nonce'),
    );
    return Math.max(...counts);
  }

  async fees(policy: EvmFeePolicy): Promise<EvmFees> {
    return feesFrom(await readFeeHistory(this.#first), policy);
  }

  /** What a payment would use now, the most that a node says; 'would_fail' when all say that it would fail, undefined when they cannot tell. */
  async estimateGas(
    { to, contract, amount }: Payment,
    from: string,
  ): Promise<bigint | 'would_fail' | undefined> {
    const call =
      contract === undefined
        ? { from, to, value: toQuantity(amount) }
        : { from, to: contract, data: transferData({ to, amount }) };
    const answers = await this.#ofAll(async (node) => {
      try {
        return readQuantity(await node.call('eth_estimateGas', [call]), 'eth_estimateGas');
      } catch (error) {
        if (error instanceof RpcError) return saysItWouldFail(error) ? 'would_fail' : undefined;
        throw error;
      }
    });
    if (answers.every((answer) => answer === 'would_fail')) return 'would_fail';
    const told = answers.filter((answer) => typeof answer === 'bigint');
    return told.toSorted((a, b) => (a < b ? -1 : 1)).at(-1);
  }

  /** By every node, so deep that no reorganisation gives the number back. */
  async #isSpent({ from, nonce }: { from: string; nonce: number }): Promise<boolean> {
    const { height } = await this.tip();
    const deep = toQuantity(Math.max(0, height - this.#confirmations));
    const counts = await this.#ofAll(async (node) =>
      readCount(await node.call('eth_getTransactionCount', [from, deep]), 'nonce'),
    );
    return counts.every((count) => count > nonce);
  }

  /** What each node knows of it. */
  #findAll(id: string): Promise<readonly (Found | undefined)[]> {
    return this.#ofAll(async (node) => {
      const [transaction, receipt] = await node.batch([
        { method: 'eth_getTransactionByHash', params: [id] },
        { method: 'eth_getTransactionReceipt', params: [id] },
      ]);
      return transaction === null && receipt === null ? undefined : { transaction, receipt };
    });
  }

  async #agreedHeader(height: number): Promise<BlockHeader | undefined> {
    return agreed(await this.#headers(height));
  }

  #headers(height: number): Promise<(BlockHeader | undefined)[]> {
    return this.#ofAll(async (node) => {
      const found = await node.call('eth_getBlockByNumber', [toQuantity(height), false]);
      return found === null ? undefined : readHeader(found);
    });
  }

  #ofAll<Value>(ask: (node: EvmNode) => Promise<Value>): Promise<Value[]> {
    return Promise.all(this.#nodes.map(ask));
  }
}

/** What a node knows of a transaction: null for what it does not. */
interface Found {
  readonly transaction: unknown;
  readonly receipt: unknown;
}

function isMinedByAll(found: readonly (Found | undefined)[]): found is readonly Found[] {
  return found.every((each) => each !== undefined && each.receipt !== null);
}

/** What a transaction pays by what one node says; addresses in lower case. */
function transfersByOne({ transaction, receipt }: Found): ChainTransfer[] {
  const native = transaction === null ? undefined : nativeTransfer(readTransaction(transaction));
  const value = native ? [native] : [];
  if (receipt === null) return value;
  const { succeeded, logs } = readReceipt(receipt);
  return succeeded ? [...value, ...tokenTransfers(logs)] : [];
}

/** By what one node says of its transactions; addresses in lower case. */
async function transfersIn(block: EvmBlock, effects: BlockEffectsReader): Promise<ChainTransfer[]> {
  const { succeeded, logs } = await effects.read(block);
  const native = block.transactions.flatMap((transaction) =>
    succeeded.has(transaction.hash) ? (nativeTransfer(transaction) ?? []) : [],
  );
  return [...native, ...tokenTransfers(logs)];
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

function balanceCall(address: string): string {
  return `${balanceSelector}${address.slice(2).toLowerCase().padStart(64, '0')}`;
}

function readBalance(result: unknown): bigint {
  return readQuantity(result, 'eth_getBalance');
}

/** Where there is no contract nobody has any of its tokens. */
function readTokenBalance(result: unknown): bigint {
  return result === '0x' ? 0n : BigInt(readHex(result, { at: 'balanceOf', bytes: 32 }));
}

/** A contract that is none, or has no such function, answers with nothing. */
function readDecimals(result: unknown): number | undefined {
  if (typeof result !== 'string' || !/^0x[0-9a-f]{64}$/i.test(result)) return undefined;
  const decimals = BigInt(result);
  return decimals <= 255n ? Number(decimals) : undefined;
}
