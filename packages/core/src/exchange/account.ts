import type { Wallet } from '#ledger/wallet.ts';
import type { Order } from '#matching/order.ts';

/** A user as the core knows one. */
export class Account {
  readonly id: string;
  readonly wallet: Wallet;
  tradingEnabled = true;
  withdrawalEnabled = true;
  tier = 0;
  openOrderCount = 0;
  /** Open orders by market, the oldest first. */
  readonly orders = new Map<string, Set<Order>>();
  readonly ordersByClientId = new Map<string, Order>();
  /** The day of UTC in which it last placed an order, and how many it placed in it. */
  orderDay = 0;
  ordersOfDay = 0;

  constructor(id: string, wallet: Wallet) {
    this.id = id;
    this.wallet = wallet;
  }

  ordersIn(market: string): Set<Order> {
    let orders = this.orders.get(market);
    if (!orders) {
      orders = new Set();
      this.orders.set(market, orders);
    }
    return orders;
  }
}
