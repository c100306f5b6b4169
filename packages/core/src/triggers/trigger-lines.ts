import type { Order } from '#matching/order.ts';
import { PriceLadder } from '#matching/price-ladder.ts';

/** The stops of one market that wait for the last trade price: buys for it to rise, sells for it to fall. */
export class TriggerLines {
  readonly buys = new PriceLadder('rising');
  readonly sells = new PriceLadder('falling');

  add(order: Order): void {
    this.#lineOf(order).add(order, order.conditions?.stopPrice ?? 0);
  }

  remove(order: Order): void {
    this.#lineOf(order).remove(order);
  }

  /** Whether a trade at this price reaches any stop. */
  isReached(price: number): boolean {
    const [buy, sell] = [this.buys.best, this.sells.best];
    return (buy !== undefined && buy.price <= price) || (sell !== undefined && sell.price >= price);
  }

  /** The stops that a trade at this price reaches: nearest stop price first, then the one that waited there longest; buys before sells. */
  reached(price: number): number[] {
    const ids: number[] = [];
    for (let level = this.buys.best; level && level.price <= price; level = level.worse)
      collect(level.first, ids);
    for (let level = this.sells.best; level && level.price >= price; level = level.worse)
      collect(level.first, ids);
    return ids;
  }

  #lineOf(order: Order): PriceLadder {
    return order.side === 'buy' ? this.buys : this.sells;
  }
}

function collect(first: Order | undefined, ids: number[]): void {
  for (let order = first; order; order = order.next) ids.push(order.id);
}
