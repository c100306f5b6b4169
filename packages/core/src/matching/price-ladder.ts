import type { Order } from './order.ts';
import { SortedLevels } from './sorted-levels.ts';

/** All orders that wait at one price, the oldest first. */
export class Level {
  readonly price: number;
  better: Level | undefined = undefined;
  worse: Level | undefined = undefined;
  first: Order | undefined = undefined;
  last: Order | undefined = undefined;

  constructor(price: number) {
    this.price = price;
  }
}

/**
 * Orders by price, then by time. The best price is the lowest of a rising ladder (asks, and buy stops) and the highest of a
 * falling one (bids, and sell stops).
 */
export class PriceLadder {
  best: Level | undefined = undefined;
  readonly #levels = new Map<number, Level>();
  readonly #sorted: SortedLevels;

  constructor(direction: 'rising' | 'falling') {
    this.#sorted = new SortedLevels(direction === 'rising' ? 1 : -1);
  }

  /** Puts the order at the end of the queue of its price. */
  add(order: Order, price: number): void {
    const level = this.#levels.get(price) ?? this.#open(price);
    order.level = level;
    order.previous = level.last;
    if (level.last) level.last.next = order;
    else level.first = order;
    level.last = order;
  }

  remove(order: Order): void {
    const { level, previous, next } = order;
    if (!level) return;
    if (previous) previous.next = next;
    else level.first = next;
    if (next) next.previous = previous;
    else level.last = previous;
    order.level = undefined;
    order.previous = undefined;
    order.next = undefined;
    if (!level.first) this.#close(level);
  }

  /** Every order, best price first, then oldest first. */
  *orders(): Generator<Order> {
    for (let level = this.best; level; level = level.worse) {
      for (let order = level.first; order; order = order.next) yield order;
    }
  }

  #open(price: number): Level {
    const level = new Level(price);
    this.#levels.set(price, level);
    level.better = this.#sorted.insert(level);
    level.worse = level.better ? level.better.worse : this.best;
    if (level.worse) level.worse.better = level;
    if (level.better) level.better.worse = level;
    else this.best = level;
    return level;
  }

  #close(level: Level): void {
    this.#levels.delete(level.price);
    this.#sorted.remove(level);
    if (level.worse) level.worse.better = level.better;
    if (level.better) level.better.worse = level.worse;
    else this.best = level.worse;
  }
}
