import { formatDecimal } from '@emporion/kernel';
import type { Book, BookLevel } from '#market/book-state.ts';
import { larger, smaller, unitDecimals } from '#market/units.ts';

/** What can be had between the middle and a price. */
export interface DepthPoint {
  readonly priceUnits: bigint;
  readonly amountUnits: bigint;
  readonly valueUnits: bigint;
}

export interface Depth {
  readonly midUnits: bigint;
  /** How far to both sides of the middle is shown, so that it stays in the middle. */
  readonly reachUnits: bigint;
  /** From the middle outward. */
  readonly bids: readonly DepthPoint[];
  readonly asks: readonly DepthPoint[];
  /** The larger of the two sums within reach. */
  readonly mostUnits: bigint;
}

const oneUnit = 10n ** BigInt(unitDecimals);

function accumulate(levels: readonly BookLevel[]): DepthPoint[] {
  let amountUnits = 0n;
  let valueUnits = 0n;
  return levels.map(({ priceUnits, quantityUnits }) => {
    amountUnits += quantityUnits;
    valueUnits += (priceUnits * quantityUnits) / oneUnit;
    return { priceUnits, amountUnits, valueUnits };
  });
}

/** Null while a side is empty: there is no middle then. */
export function depthOf({ bids, asks }: Book): Depth | null {
  const [bid, lastBid] = [bids[0], bids.at(-1)];
  const [ask, lastAsk] = [asks[0], asks.at(-1)];
  if (!bid || !ask || !lastBid || !lastAsk) return null;
  const midUnits = (bid.priceUnits + ask.priceUnits) / 2n;
  const reachUnits = smaller(midUnits - lastBid.priceUnits, lastAsk.priceUnits - midUnits);
  if (reachUnits <= 0n) return null;
  const within = ({ priceUnits }: BookLevel) =>
    priceUnits >= midUnits - reachUnits && priceUnits <= midUnits + reachUnits;
  const bidPoints = accumulate(bids.filter(within));
  const askPoints = accumulate(asks.filter(within));
  const sums = [...bidPoints.slice(-1), ...askPoints.slice(-1)].map(({ amountUnits }) => amountUnits);
  const mostUnits = sums.reduce((most, sum) => larger(most, sum), 0n);
  return { midUnits, reachUnits, bids: bidPoints, asks: askPoints, mostUnits };
}

/** What can be had at a price or better; undefined between the best price and the middle. */
export function pointAt({ midUnits, bids, asks }: Depth, priceUnits: bigint): DepthPoint | undefined {
  return priceUnits < midUnits
    ? bids.findLast((point) => point.priceUnits >= priceUnits)
    : asks.findLast((point) => point.priceUnits <= priceUnits);
}

/** Signed, in percent of the middle, cut to two decimals. */
export function distancePercent({ midUnits }: Depth, priceUnits: bigint): string {
  return midUnits === 0n ? '0' : formatDecimal(((priceUnits - midUnits) * 10_000n) / midUnits, 2);
}
