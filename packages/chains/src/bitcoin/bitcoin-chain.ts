import { type BitcoinScripts, bitcoinScripts } from '#addresses/bitcoin-scripts.ts';
import {
  type BlockHeader,
  type Chain,
  type ChainBlock,
  type ChainTransfer,
  ChainUnavailable,
  type SendOutcome,
  type TransactionState,
} from '#port.ts';
import {
  type CoreTransaction,
  coinbaseMaturity,
  type Outpoint,
  readBlockTransactions,
  readHeader,
  transfersIn,
} from './bitcoin-block.ts';
import { type BitcoinFeePolicy, feeRateFrom } from './bitcoin-fees.ts';
import { readBitcoin } from './bitcoin-transaction.ts';
import { CoreNode, type CoreNodeOptions } from './core-node.ts';
import { readAmount, readBytes, readHash, readList, readRecord, writeAmount } from './core-values.ts';
import { Mempool } from './mempool.ts';
import { whyRefused } from './send-refusals.ts';
import { type Unspent, UnspentScan } from './unspent.ts';

export interface BitcoinChainOptions extends CoreNodeOptions {
  /** So deep nothing changes any more: an output that was spent there is spent for good. */
  readonly confirmations: number;
  /** The node is asked to refuse what pays more, in units for 1,000 virtual bytes. */
  readonly feeRateMax: bigint;
}

/** A chain of Bitcoin's kind, over the JSON-RPC of a Core node with `-txindex=1`; it needs no wallet (`-disablewallet`). */
export class BitcoinChain implements Chain {
  readonly #node: CoreNode;
  readonly #scripts: BitcoinScripts;
  readonly #mempool: Mempool;
  readonly #scan: UnspentScan;
  readonly #confirmations: number;
  readonly #feeRateMax: bigint;

  constructor(options: BitcoinChainOptions) {
    this.#node = new CoreNode(options);
    this.#scripts = bitcoinScripts(options.coin, options.chain);
    this.#mempool = new Mempool(this.#node, this.#scripts);
    this.#scan = new UnspentScan(this.#node, this.#scripts);
    this.#confirmations = options.confirmations;
    this.#feeRateMax = options.feeRateMax;
  }

  async tip(): Promise<BlockHeader> {
    return this.#node.header(readHash(await this.#node.call('getbestblockhash'), 'getbestblockhash'));
  }

  async header(height: number): Promise<BlockHeader | undefined> {
    const hash = await this.#node.hashAt(height);
    return hash === undefined ? undefined : this.#node.header(hash);
  }

  /**
   * New coins are told in the block that makes them spendable, 99 after their own: before that they are worth nothing to anybody, and a payout that spent
   * them would be refused.
   */
  async block(height: number): Promise<ChainBlock | undefined> {
    const hash = await this.#node.hashAt(height);
    if (hash === undefined) return undefined;
    const found = await this.#node.call('getblock', hash, 2);
    const header = readHeader(found);
    if (header.height !== height) throw new ChainUnavailable('The node answered with another block.');
    const paying = readBlockTransactions(found).filter(({ isCoinbase }) => !isCoinbase);
    const matured = await this.#coinbaseAt(height - coinbaseMaturity + 1);
    return {
      ...header,
      transfers: [...matured, ...paying].flatMap((each) => transfersIn(each, this.#scripts)),
      spent: paying.flatMap(({ id, inputs }) =>
        inputs.map(({ transactionId, output }) => ({ transactionId, output, by: id })),
      ),
    };
  }

  waiting(): Promise<readonly ChainTransfer[]> {
    return this.#mempool.transfers();
  }

  async transfersOf(transactionId: string): Promise<readonly ChainTransfer[] | undefined> {
    const found = await this.#node.transaction(transactionId);
    if (!found) return undefined;
    const isImmature = found.isCoinbase && (found.block?.confirmations ?? 0) < coinbaseMaturity;
    return isImmature ? [] : transfersIn(found, this.#scripts);
  }

  /** What cannot be read, such as an input on Litecoin's private side, is a sender without an address. */
  async sendersOf(transactionId: string): Promise<readonly string[] | undefined> {
    const found = await this.#node.transaction(transactionId);
    if (!found) return undefined;
    const sources = await this.#node.transactions(found.inputs.map(({ transactionId: id }) => id));
    return found.inputs.map(({ transactionId: id, output }) => {
      const spent = sources.get(id)?.outputs.find(({ index }) => index === output);
      return (spent && this.#scripts.addressOf(spent.script)) ?? '';
    });
  }

  async stateOf(transactionId: string): Promise<TransactionState> {
    const found = await this.#node.transaction(transactionId);
    if (!found) return { state: 'unknown' };
    if (!found.block) return { state: 'waiting' };
    const [block, cost] = [await this.#node.header(found.block.hash), await this.#costOf(found)];
    // The block went while it was asked for.
    if ((await this.#node.hashAt(block.height)) !== block.hash) return { state: 'waiting' };
    return { state: 'mined', block, succeeded: true, cost };
  }

  /** By a scan of the whole chain's unspent outputs: right, and slow on a large chain. */
  balance(
    addresses: readonly string[],
    { contract, height }: { readonly contract: string | undefined; readonly height: number },
  ): Promise<bigint> {
    return contract === undefined ? this.#scan.balance(addresses, height) : Promise.resolve(0n);
  }

  /** What can be spent from these addresses, and new coins that cannot be yet. As slow as `balance`. */
  unspent(addresses: readonly string[]): Promise<readonly Unspent[]> {
    return this.#scan.list(addresses);
  }

  /**
   * What the chain has unspent of these outputs, in their order: nothing for one that is spent or was never there. All of it as of one block, whose hash is
   * named: a node that is elsewhere, or moves on meanwhile, cannot be asked now.
   */
  async holdingsOf(
    outputs: readonly Outpoint[],
    { hash }: Pick<BlockHeader, 'hash'>,
  ): Promise<({ readonly address: string | undefined; readonly amount: bigint } | undefined)[]> {
    await this.#requireTip(hash);
    const calls = outputs.map(({ transactionId, output }) => ({
      ...{ method: 'gettxout', params: [transactionId, output, false] },
    }));
    const answers = await (await this.#node.rpc()).batch(calls);
    await this.#requireTip(hash);
    return answers.map((answer) => {
      if (!answer.ok) throw new ChainUnavailable(`The node refused gettxout: ${answer.failure.message}`);
      if (answer.value === null) return undefined;
      const { value, scriptPubKey } = readRecord(answer.value, 'gettxout');
      const script = readBytes(readRecord(scriptPubKey, 'scriptPubKey').hex, 'scriptPubKey.hex');
      return { address: this.#scripts.addressOf(script), amount: readAmount(value, 'gettxout.value') };
    });
  }

  async #requireTip(hash: string): Promise<void> {
    if ((await this.#node.call('getbestblockhash')) !== hash)
      throw new ChainUnavailable('The node is at another block than the one that is asked for.');
  }

  /** The same outputs, each with the transaction that made it, where that can be had. */
  async withRaw<Named extends Outpoint>(
    outputs: readonly Named[],
  ): Promise<(Named & { previousRaw?: string })[]> {
    const ids = [...new Set(outputs.map(({ transactionId }) => transactionId))];
    const calls = ids.map((id) => ({ method: 'getrawtransaction', params: [id, false] }));
    const answers = await (await this.#node.rpc()).batch(calls);
    const raws = new Map(ids.map((id, at) => [id, answers[at]]));
    return outputs.map((output) => {
      const answer = raws.get(output.transactionId);
      const raw = answer?.ok === true ? answer.value : undefined;
      // Litecoin writes some transactions in a way of its own, which other readers do not know.
      const isReadable = typeof raw === 'string' && readBitcoin(raw)?.id === output.transactionId;
      return isReadable ? { ...output, previousRaw: raw } : { ...output };
    });
  }

  async send(raw: string): Promise<SendOutcome> {
    const transaction = readBitcoin(raw);
    if (!transaction) return { outcome: 'refused', reason: 'These bytes are no transaction.' };
    const rpc = await this.#node.rpc();
    const params = [raw, writeAmount(this.#feeRateMax)];
    const answer = await rpc.ask({ method: 'sendrawtransaction', params });
    if (answer.ok) {
      if (answer.value !== transaction.id)
        throw new ChainUnavailable('The node took another transaction than it was sent.');
      return { outcome: 'accepted' };
    }
    // Already mined, with outputs that are spent already: the node calls that missing inputs.
    if (await this.#node.transaction(transaction.id)) return { outcome: 'accepted' };
    const reason = answer.failure.message;
    const why = whyRefused(answer.failure);
    if (why === 'known') return { outcome: 'accepted' };
    const isHopeless =
      why === 'hopeless' || (why === 'missing_inputs' && (await this.#isSpentForGood(transaction.inputs)));
    return { outcome: isHopeless ? 'refused' : 'later', reason };
  }

  /** What a transaction should pay now, in units for 1,000 virtual bytes. */
  async feeRate(policy: BitcoinFeePolicy): Promise<bigint> {
    const estimate = readRecord(
      await this.#node.call('estimatesmartfee', policy.blocks),
      'estimatesmartfee',
    ).feerate;
    const { mempoolminfee } = readRecord(await this.#node.call('getmempoolinfo'), 'getmempoolinfo');
    return feeRateFrom(
      {
        estimate: estimate === undefined ? undefined : readAmount(estimate, 'feerate'),
        least: readAmount(mempoolminfee, 'mempoolminfee'),
      },
      policy,
    );
  }

  /** What a waiting transaction and all that builds on it pay: a replacement throws them all out, and must pay more. Undefined when it does not wait. */
  async feesWaiting(transactionId: string): Promise<bigint | undefined> {
    const answer = await (await this.#node.rpc()).ask({ method: 'getmempoolentry', params: [transactionId] });
    if (!answer.ok) return undefined;
    const { fees } = readRecord(answer.value, 'getmempoolentry');
    return readAmount(readRecord(fees, 'fees').descendant, 'fees.descendant');
  }

  async #coinbaseAt(height: number): Promise<CoreTransaction[]> {
    // The coins of the very first block cannot be spent, and no node finds its transaction.
    if (height < 1) return [];
    const hash = await this.#node.hashAt(height);
    if (hash === undefined) throw new ChainUnavailable('The chain became shorter while it was read.');
    const { tx } = readRecord(await this.#node.call('getblock', hash, 1), 'block');
    const id = readHash(readList(tx, 'tx')[0], 'tx');
    const coinbase = await this.#node.transaction(id);
    if (!coinbase?.isCoinbase)
      throw new ChainUnavailable('The node has a block without its first transaction.');
    return [coinbase];
  }

  /** What it spends less what it gives. */
  async #costOf({ isCoinbase, inputs, outputs }: CoreTransaction): Promise<bigint> {
    if (isCoinbase) return 0n;
    const sources = await this.#node.transactions(inputs.map(({ transactionId }) => transactionId));
    let cost = 0n;
    for (const { transactionId, output } of inputs) {
      const spent = sources.get(transactionId)?.outputs.find(({ index }) => index === output);
      if (!spent) throw new ChainUnavailable('The node does not know what a transaction spends.');
      cost += spent.amount;
    }
    for (const { amount } of outputs) cost -= amount;
    return cost;
  }

  /**
   * Whether one of these outputs was spent so deep that no reorganisation gives it back. That it is spent the node tells for its tip alone, so the last
   * blocks are looked through: what they spend may come back. An output whose own transaction is in no block may come back too.
   */
  async #isSpentForGood(inputs: readonly Outpoint[]): Promise<boolean> {
    const tip = await this.tip();
    const sources = await this.#node.transactions(inputs.map(({ transactionId }) => transactionId));
    const young = await this.#spentSince(tip.height - this.#confirmations);
    let isSpent = false;
    for (const input of inputs) {
      const { block } = sources.get(input.transactionId) ?? {};
      if (!block || block.confirmations < this.#confirmations || young.has(nameOf(input))) continue;
      isSpent ||= !(await this.#node.isUnspent(input));
    }
    return isSpent && (await this.tip()).hash === tip.hash;
  }

  async #spentSince(height: number): Promise<ReadonlySet<string>> {
    const spent = new Set<string>();
    for (let at = Math.max(height + 1, 0); ; at += 1) {
      const hash = await this.#node.hashAt(at);
      if (hash === undefined) return spent;
      for (const { inputs } of readBlockTransactions(await this.#node.call('getblock', hash, 2)))
        for (const input of inputs) spent.add(nameOf(input));
    }
  }
}

function nameOf({ transactionId, output }: Outpoint): string {
  return `${transactionId}:${output}`;
}
