import type { Order } from './order.ts';
import { PriceLadder } from './price-ladder.ts';

/** The resting orders of one market. */
export class OrderBook {
  readonly bids = new PriceLadder('falling');
  readonly asks = new PriceLadder('rising');

  add(order: Order): void {
    this.#sideOf(order).add(order, order.price);
  }

  remove(order: Order): void {
    this.#sideOf(order).remove(order);
  }

  #sideOf(order: Order): PriceLadder {
    return order.side === 'buy' ? this.bids : this.asks;
  }
}
