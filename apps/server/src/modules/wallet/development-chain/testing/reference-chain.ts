import type { DevelopmentPayment, SendOutcome } from '@emporion/chains';

/** What is accepted, without its signature. */
export interface ReferenceTransaction {
  readonly id: string;
  readonly from: string;
  readonly nonce: number;
  readonly fee: bigint;
  readonly payments: readonly DevelopmentPayment[];
}

/** The development chain once more, as plainly as it can be said: lists in memory, every question answered by going through them. */
export class ReferenceChain {
  readonly #tap: string;
  readonly #feeMin: bigint;
  readonly #assets: ReadonlySet<string>;
  /** The transactions of each block; the first has none. */
  blocks: ReferenceTransaction[][] = [[]];
  waiting: ReferenceTransaction[] = [];

  constructor(options: { tap: string; feeMin: bigint; assets: ReadonlySet<string> }) {
    this.#tap = options.tap;
    this.#feeMin = options.feeMin;
    this.#assets = options.assets;
  }

  send(transaction: ReferenceTransaction): SendOutcome {
    const { id, from, nonce, fee, payments } = transaction;
    const known = [...this.blocks.flat(), ...this.waiting];
    if (known.some((other) => other.id === id)) return { outcome: 'accepted' };
    if (fee < this.#feeMin) return { outcome: 'refused', reason: 'fee_too_low' };
    const next = known.filter((other) => other.from === from).length;
    if (nonce < next) return this.#replace(transaction);
    if (nonce > next) return { outcome: 'later', reason: 'nonce_gap' };
    if (from !== this.#tap) {
      const contracts = new Set([undefined, ...payments.map(({ contract }) => contract)]);
      for (const contract of contracts) {
        if (contract !== undefined && !this.#assets.has(contract))
          return { outcome: 'refused', reason: 'unknown_asset' };
        const paid = payments
          .filter((payment) => payment.contract === contract)
          .reduce((sum, { amount }) => sum + amount, contract === undefined ? fee : 0n);
        if (balanceIn(known, from, contract) < paid)
          return { outcome: 'later', reason: 'insufficient_balance' };
      }
    }
    this.waiting.push(transaction);
    return { outcome: 'accepted' };
  }

  #replace(transaction: ReferenceTransaction): SendOutcome {
    const before = this.waiting;
    const replaced = before.find(
      ({ from, nonce }) => from === transaction.from && nonce === transaction.nonce,
    );
    if (!replaced) return { outcome: 'refused', reason: 'nonce_used' };
    if (transaction.fee <= replaced.fee) return { outcome: 'later', reason: 'replacement_underpriced' };
    this.waiting = [];
    let outcome: SendOutcome = { outcome: 'refused', reason: 'nonce_used' };
    for (const each of before)
      if (each === replaced) outcome = this.send(transaction);
      else this.send(each);
    if (outcome.outcome !== 'accepted') this.waiting = before;
    return outcome;
  }

  mine(): void {
    this.blocks.push(this.waiting);
    this.waiting = [];
  }

  reorg({ depth, drop, isMined }: { depth: number; drop: readonly string[]; isMined: boolean }): void {
    const loose = [...this.blocks.splice(this.blocks.length - depth).flat(), ...this.waiting];
    this.waiting = [];
    for (const transaction of loose) if (!drop.includes(transaction.id)) this.send(transaction);
    if (isMined) this.mine();
    else this.blocks.push([]);
    for (let made = 0; made < depth; made += 1) this.blocks.push([]);
  }

  balance(address: string, asset: { contract: string | undefined; height: number }): bigint {
    return balanceIn(this.blocks.slice(0, asset.height + 1).flat(), address, asset.contract);
  }
}

function balanceIn(
  transactions: readonly ReferenceTransaction[],
  address: string,
  contract: string | undefined,
): bigint {
  let balance = 0n;
  for (const { from, fee, payments } of transactions) {
    if (from === address && contract === undefined) balance -= fee;
    for (const payment of payments) {
      if (payment.contract !== contract) continue;
      if (payment.to === address) balance += payment.amount;
      if (from === address) balance -= payment.amount;
    }
  }
  return balance;
}
