import { Wallet } from '#ledger/wallet.ts';
import type { Order } from '#matching/order.ts';
import type { AccountLimits } from './limits.ts';

/** A user as the core knows one: a wallet, with switches, a fee tier and open orders. */
export class Account extends Wallet {
  /** Three switches with three masters: none of them lifts another. */
  frozenByOwner = false;
  tradingEnabled = true;
  withdrawalEnabled = true;
  tier = 0;
  /** What replaces the exchange's limits for it; null for none. */
  limits: AccountLimits | null = null;
  /** The day of UTC in which it last placed an order, and how many it placed in it. */
  orderDay = 0;
  ordersOfDay = 0;
  readonly ordersByClientId = new Map<string, Order>();
  /** The open orders in no particular order; each knows where it stands, so that the last can take the place of one that leaves. */
  readonly #orders: Order[] = [];

  /** Whether it may place and change orders. */
  get mayTrade(): boolean {
    return this.tradingEnabled && !this.frozenByOwner;
  }

  /** Whether money may leave it: by a withdrawal, as a code or to another account. */
  get mayPayOut(): boolean {
    return this.withdrawalEnabled && !this.frozenByOwner;
  }

  get openOrderCount(): number {
    return this.#orders.length;
  }

  addOrder(order: Order): void {
    order.indexInAccount = this.#orders.length;
    this.#orders.push(order);
    if (order.clientOrderId !== null) this.ordersByClientId.set(order.clientOrderId, order);
  }

  removeOrder(order: Order): void {
    const last = this.#orders.pop();
    if (last && last !== order) {
      this.#orders[order.indexInAccount] = last;
      last.indexInAccount = order.indexInAccount;
    }
    if (order.clientOrderId !== null) this.ordersByClientId.delete(order.clientOrderId);
  }

  /** Its open orders, the oldest first. */
  orders(): Order[] {
    return this.#orders.toSorted((left, right) => left.id - right.id);
  }

  countOrdersIn(market: string): number {
    let count = 0;
    for (const order of this.#orders) if (order.market === market) count += 1;
    return count;
  }
}
