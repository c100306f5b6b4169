import type { Fill } from './matcher.ts';
import type { Order, Side } from './order.ts';

/**
 * The book as anybody would write it down: a list of orders, sorted by price and then by age whenever it is asked. It is slow and plain on
 * purpose; tests hold the fast book and the matcher to it.
 */
export class ReferenceBook {
  #orders: Order[] = [];
  #joined = new Map<number, number>();
  #count = 0;

  add(order: Order): void {
    this.#count += 1;
    this.#joined.set(order.id, this.#count);
    this.#orders.push(order);
  }

  remove(order: Order): void {
    this.#orders = this.#orders.filter((other) => other.id !== order.id);
  }

  /** The orders of one side, best price first, then the one that joined first. */
  side(side: Side): Order[] {
    const sign = side === 'buy' ? -1 : 1;
    const age = ({ id }: Order) => this.#joined.get(id) ?? 0;
    return this.#orders
      .filter((order) => order.side === side)
      .sort((left, right) => (left.price - right.price) * sign || age(left) - age(right));
  }

  /** What an order by quantity from another account trades with, at a price of at least (a sell) or at most (a buy) its own. */
  fills(taker: { side: Side; price: number; remaining: number }): Fill[] {
    const fills: Fill[] = [];
    let { remaining } = taker;
    for (const maker of this.side(taker.side === 'buy' ? 'sell' : 'buy')) {
      const accepted = taker.side === 'buy' ? maker.price <= taker.price : maker.price >= taker.price;
      if (!accepted || remaining === 0) break;
      const quantity = Math.min(maker.remaining, remaining);
      fills.push({ maker, quantity });
      remaining -= quantity;
    }
    return fills;
  }
}
