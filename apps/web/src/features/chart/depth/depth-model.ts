import { formatDecimal } from '@emporion/kernel';
import type { Book, BookLevel } from '#market/book-state.ts';
import { larger, smaller, unitDecimals } from '#market/units.ts';

/** What can be had between the middle and a price. */
export interface DepthPoint {
  readonly priceUnits: bigint;
  readonly amountUnits: bigint;
  readonly valueUnits: bigint;
}

/** How far the picture is zoomed in, in doublings; 0 is how it begins, and below zero more is seen. */
export const zoomMin = -8;
export const zoomMax = 4;

export function clampZoom(zoom: number): number {
  return Math.min(zoomMax, Math.max(zoomMin, zoom));
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
  readonly canZoomIn: boolean;
  readonly canZoomOut: boolean;
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

/** How far a side reaches in all, and how far most of it does: a few orders far away would press the others into a line. */
function reachesOf(levels: readonly BookLevel[], midUnits: bigint): { all: bigint; most: bigint } {
  const distance = (level: BookLevel | undefined): bigint => {
    const away = (level?.priceUnits ?? midUnits) - midUnits;
    return away < 0n ? -away : away;
  };
  const all = distance(levels.at(-1));
  const threeQuarters = distance(levels[Math.ceil((levels.length - 1) * 0.75)]);
  return { all, most: smaller(all, 2n * threeQuarters) };
}

/** A zoom as a fraction over this, so that lengths stay exact counts. */
const zoomScale = 1_000_000;

/** What the picture begins with, of a book where most of each side reaches so far: at most a tenth of the price, and where one side is short a fiftieth of it. */
function firstReach(below: bigint, above: bigint, midUnits: bigint): bigint {
  const wide = smaller(larger(below, above), midUnits / 50n);
  return smaller(larger(smaller(below, above), wide), midUnits / 10n);
}

/** Null while a side is empty: there is no middle then. */
export function depthOf({ bids, asks }: Book, zoom = 0): Depth | null {
  const [bid] = bids;
  const [ask] = asks;
  if (!bid || !ask) return null;
  const midUnits = (bid.priceUnits + ask.priceUnits) / 2n;
  const [below, above] = [reachesOf(bids, midUnits), reachesOf(asks, midUnits)];
  const first = firstReach(below.most, above.most, midUnits);
  const wanted = (first * BigInt(Math.round(2 ** -zoom * zoomScale))) / BigInt(zoomScale);
  // Never so near that the best prices themselves are at the edge, nor farther than the book or down to a price of nothing.
  const nearest = (larger(midUnits - bid.priceUnits, ask.priceUnits - midUnits) * 5n) / 4n;
  const farthest = larger(nearest, smaller(larger(below.all, above.all), midUnits));
  const reachUnits = larger(nearest, smaller(wanted, farthest));
  if (reachUnits <= 0n) return null;
  const within = ({ priceUnits }: BookLevel) =>
    priceUnits >= midUnits - reachUnits && priceUnits <= midUnits + reachUnits;
  const bidPoints = accumulate(bids.filter(within));
  const askPoints = accumulate(asks.filter(within));
  const sums = [...bidPoints.slice(-1), ...askPoints.slice(-1)].map(({ amountUnits }) => amountUnits);
  const mostUnits = sums.reduce((most, sum) => larger(most, sum), 0n);
  return {
    midUnits,
    reachUnits,
    bids: bidPoints,
    asks: askPoints,
    mostUnits,
    canZoomIn: reachUnits > nearest && zoom < zoomMax,
    canZoomOut: reachUnits < farthest && zoom > zoomMin,
  };
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
