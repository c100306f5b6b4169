import type { Exchange } from '@emporion/core';

/** A price and everything that rests at it, in the market's units. Quantities are summed as big integers: many may exceed a safe number. */
export interface Level {
  readonly price: number;
  readonly quantity: bigint;
}

export interface BookLevels {
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** How deep a reading goes. It bounds the work, however deep the book is. */
export interface Depth {
  /** Prices of each side, after grouping. */
  readonly levels: number;
  /** The price step by which they are grouped, in the market's units. */
  readonly step: number;
}

/** Beyond so many orders of one side a reading ends, whatever it has. */
const ordersMax = 20_000;

/** The book as it is in the exchange. Bids go down to the step they are in and asks up, so that nothing looks better than it is. */
export function readBook(exchange: Exchange, market: string, depth: Depth): BookLevels {
  const book = exchange.markets.get(market)?.book;
  if (!book) return { bids: [], asks: [] };
  const { step } = depth;
  return {
    bids: groupSide(book.bids.orders(), depth, (price) => Math.floor(price / step) * step),
    asks: groupSide(book.asks.orders(), depth, (price) => Math.ceil(price / step) * step),
  };
}

function groupSide(
  orders: Iterable<{ readonly price: number; readonly remaining: number }>,
  { levels: levelsMax }: Depth,
  groupOf: (price: number) => number,
): Level[] {
  const levels: { price: number; quantity: bigint }[] = [];
  let seen = 0;
  for (const { price, remaining } of orders) {
    seen += 1;
    if (seen > ordersMax) break;
    const group = groupOf(price);
    const last = levels.at(-1);
    if (last?.price === group) last.quantity += BigInt(remaining);
    else if (levels.length === levelsMax) break;
    else levels.push({ price: group, quantity: BigInt(remaining) });
  }
  return levels;
}

/** What has to be said so that whoever knows `before` knows `after`: a level that is gone has quantity zero. */
export function changedLevels(before: readonly Level[], after: readonly Level[]): Level[] {
  const old = new Map(before.map(({ price, quantity }) => [price, quantity]));
  const changes: Level[] = [];
  for (const level of after) {
    if (old.get(level.price) !== level.quantity) changes.push(level);
    old.delete(level.price);
  }
  for (const price of old.keys()) changes.push({ price, quantity: 0n });
  return changes;
}
