import { formatDecimal } from '@emporion/kernel';
import type { Book } from '#market/book-state.ts';
import { fromUnits } from '#market/units.ts';

export interface Spread {
  readonly amount: string;
  /** Of the price halfway, cut to three decimals. */
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
  const percent = middle === 0n ? 0n : (gap * 100n * 10n ** BigInt(percentDecimals)) / middle;
  return { amount: fromUnits(gap), percent: formatDecimal(percent, percentDecimals) };
}
