import type { Order } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import type { Book, BookLevel } from '#market/book-state.ts';
import { fromUnits, larger, toUnits } from '#market/units.ts';

export const bookViews = ['both', 'asks', 'bids'] as const;
export type BookView = (typeof bookViews)[number];

/** A row is at least so high; what is left over is shared among the rows. */
const rowHeightMin = 19;
export const spreadHeight = 32;

export interface BookRow {
  readonly side: 'ask' | 'bid';
  readonly level: BookLevel;
  /** What can be had from the best price to this one. */
  readonly totalUnits: bigint;
  /** Of the largest total shown, from 0 to 1. */
  readonly share: number;
  readonly top: number;
  /** Down to the next row: whole pixels, so one more here and there. */
  readonly height: number;
}

export interface BookLayout {
  /** From the top of the panel down. */
  readonly rows: readonly BookRow[];
  readonly spreadTop: number;
  readonly rowHeight: number;
}

function withTotals(levels: readonly BookLevel[]): { level: BookLevel; totalUnits: bigint }[] {
  let totalUnits = 0n;
  return levels.map((level) => {
    totalUnits += level.quantityUnits;
    return { level, totalUnits };
  });
}

function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000n) / whole) / 1_000;
}

/** Where a row between two edges stands, given where the edges would be without rounding. */
function between(upper: number, lower: number): Pick<BookRow, 'top' | 'height'> {
  const top = Math.round(upper);
  return { top, height: Math.round(lower) - top };
}

/** Asks stand above the spread and bids below, each with its best beside it. */
export function layoutBook(book: Book, { view, height }: { view: BookView; height: number }): BookLayout {
  const sides = view === 'both' ? 2 : 1;
  const sideHeight = Math.max(0, height - spreadHeight) / sides;
  const room = Math.floor(sideHeight / rowHeightMin);
  const rowHeight = room === 0 ? rowHeightMin : sideHeight / room;
  const askRoom = view === 'bids' ? 0 : room;
  const bidRoom = view === 'asks' ? 0 : room;
  const asks = withTotals(book.asks.slice(0, askRoom));
  const bids = withTotals(book.bids.slice(0, bidRoom));
  const askTotal = asks.at(-1)?.totalUnits ?? 0n;
  const bidTotal = bids.at(-1)?.totalUnits ?? 0n;
  const most = larger(askTotal, bidTotal);
  const spreadTop = Math.round(askRoom * rowHeight);
  const askRows = asks.map((row, index) => ({
    ...row,
    side: 'ask' as const,
    share: shareOf(row.totalUnits, most),
    ...between(spreadTop - (index + 1) * rowHeight, spreadTop - index * rowHeight),
  }));
  const bidTop = spreadTop + spreadHeight;
  const bidRows = bids.map((row, index) => ({
    ...row,
    side: 'bid' as const,
    share: shareOf(row.totalUnits, most),
    ...between(bidTop + index * rowHeight, bidTop + (index + 1) * rowHeight),
  }));
  return { rows: [...askRows.reverse(), ...bidRows], spreadTop, rowHeight };
}

export function rowAt({ rows, rowHeight }: BookLayout, y: number): BookRow | undefined {
  return rows.find(({ top }) => y >= top && y < top + rowHeight);
}

/** The price of the level that an order rests in: bids go down to their step and asks up, as the server groups them. */
export function levelPriceOf(price: string, side: 'ask' | 'bid', step: string): bigint {
  const units = toUnits(price);
  const stepUnits = toUnits(step);
  if (stepUnits === 0n) return units;
  const down = (units / stepUnits) * stepUnits;
  return side === 'bid' || down === units ? down : down + stepUnits;
}

interface OwnLevels {
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

export interface Spread {
  readonly amount: string;
  /** Of the price halfway, rounded to three decimals. */
  readonly percent: string;
}

const percentDecimals = 3;

/** Of the finest book. Null while a side is empty, or while the sides overlap for a moment. */
export function spreadOf({ bids, asks }: Book): Spread | null {
  const [bid] = bids;
  const [ask] = asks;
  if (bid === undefined || ask === undefined) return null;
  const gap = ask.priceUnits - bid.priceUnits;
  if (gap < 0n) return null;
  const middle = (ask.priceUnits + bid.priceUnits) / 2n;
  const scaled = gap * 100n * 10n ** BigInt(percentDecimals);
  const percent = middle === 0n ? 0n : (scaled + middle / 2n) / middle;
  return { amount: fromUnits(gap), percent: formatDecimal(percent, percentDecimals) };
}
