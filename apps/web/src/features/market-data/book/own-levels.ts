import type { Order } from '@emporion/contracts/rest';
import { levelPriceOf } from './book-layout.ts';

export interface OwnLevels {
  readonly ask: ReadonlySet<bigint>;
  readonly bid: ReadonlySet<bigint>;
}

/** An order that waits for its stop price is not in the book yet. */
export function ownLevelsOf(orders: readonly Order[], step: string): OwnLevels {
  const levels = { ask: new Set<bigint>(), bid: new Set<bigint>() };
  for (const { price, operation, status } of orders) {
    if (price === null || status === 'pending') continue;
    const side = operation === 'buy' ? 'bid' : 'ask';
    levels[side].add(levelPriceOf(price, side, step));
  }
  return levels;
}
