import type { Level, Side } from './ladder.ts';

/** An order that a maker has in the book. */
export interface Resting {
  readonly id: string;
  readonly side: Side;
  readonly price: number;
  readonly filled: number;
  readonly remaining: number;
}

/** What a maker does to get from the orders it has to the levels it wants. */
export type Step =
  | { readonly kind: 'place'; readonly level: Level }
  | { readonly kind: 'move'; readonly order: Resting; readonly level: Level }
  | { readonly kind: 'cancel'; readonly order: Resting };

/** The steps of one side do not meet each other, so they may be taken at once. */
export interface Steps {
  /** Of the side that the price came closer to: it steps back first, so that the other finds room and a maker never meets itself. */
  readonly back: readonly Step[];
  readonly forth: readonly Step[];
}

/** The steps from the orders to the levels. An order in a wrong place moves to a level that has none. */
export function rearrange(orders: readonly Resting[], levels: readonly Level[]): Steps {
  const bids = stepsOf('buy', orders, levels);
  const asks = stepsOf('sell', orders, levels);
  const bestBid = Math.max(0, ...levels.filter(({ side }) => side === 'buy').map(({ price }) => price));
  const asksAreClose = orders.some(({ side, price }) => side === 'sell' && price <= bestBid);
  return asksAreClose ? { back: asks, forth: bids } : { back: bids, forth: asks };
}

function stepsOf(side: Side, orders: readonly Resting[], levels: readonly Level[]): Step[] {
  const wanted = new Map(levels.filter((level) => level.side === side).map((level) => [level.price, level]));
  const misplaced: Resting[] = [];
  for (const order of orders) {
    if (order.side !== side) continue;
    // Two at one level are one too many.
    if (!wanted.delete(order.price)) misplaced.push(order);
  }
  // Whoever stands nearest to the other side is in danger first, and leaves first.
  const nearest = (one: { price: number }, other: { price: number }) =>
    side === 'buy' ? other.price - one.price : one.price - other.price;
  misplaced.sort(nearest);
  const missing = [...wanted.values()].sort(nearest);
  const moves = misplaced.map((order, index): Step => {
    const level = missing[index];
    return level ? { kind: 'move', order, level } : { kind: 'cancel', order };
  });
  return [...moves, ...missing.slice(misplaced.length).map((level): Step => ({ kind: 'place', level }))];
}
