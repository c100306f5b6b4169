import { Wallet } from '#ledger/wallet.ts';
import type { Order } from '#matching/order.ts';

/** A user as the core knows one: a wallet, with switches, a fee tier and open orders. */
export class Account extends Wallet {
  tradingEnabled = true;
  withdrawalEnabled = true;
  tier = 0;
  /** The day of UTC in which it last placed an order, and how many it placed in it. */
  orderDay = 0;
  ordersOfDay = 0;
  openOrderCount = 0;
  readonly ordersByClientId = new Map<string, Order>();
  /** The open orders, each the link to the next, the oldest first. */
  #first: Order | undefined = undefined;
  #last: Order | undefined = undefined;

  addOrder(order: Order): void {
    order.olderOfAccount = this.#last;
    if (this.#last) this.#last.newerOfAccount = order;
    else this.#first = order;
    this.#last = order;
    this.openOrderCount += 1;
    if (order.clientOrderId !== null) this.ordersByClientId.set(order.clientOrderId, order);
  }

  removeOrder(order: Order): void {
    const { olderOfAccount: older, newerOfAccount: newer } = order;
    if (older) older.newerOfAccount = newer;
    else this.#first = newer;
    if (newer) newer.olderOfAccount = older;
    else this.#last = older;
    order.olderOfAccount = undefined;
    order.newerOfAccount = undefined;
    this.openOrderCount -= 1;
    if (order.clientOrderId !== null) this.ordersByClientId.delete(order.clientOrderId);
  }

  /** Its open orders, the oldest first. */
  *orders(): Generator<Order> {
    for (let order = this.#first; order; order = order.newerOfAccount) yield order;
  }

  countOrdersIn(market: string): number {
    let count = 0;
    for (let order = this.#first; order; order = order.newerOfAccount)
      if (order.market === market) count += 1;
    return count;
  }
}
