import type { Book } from './book-state.ts';
import { fromUnits, toUnits } from './units.ts';

/** Null where a side of the book is empty. */
export interface BestPrices {
  readonly bid: string | null;
  readonly ask: string | null;
  /** Halfway, cut to the step by which prices can be quoted. */
  readonly mid: string | null;
}

export const noPrices: BestPrices = { bid: null, ask: null, mid: null };

export function bestPricesOf({ bids, asks }: Book, step: string): BestPrices {
  const [bid] = bids;
  const [ask] = asks;
  const stepUnits = toUnits(step);
  const mid =
    bid === undefined || ask === undefined || stepUnits === 0n
      ? null
      : fromUnits(((bid.priceUnits + ask.priceUnits) / (2n * stepUnits)) * stepUnits);
  return { bid: bid?.price ?? null, ask: ask?.price ?? null, mid };
}

export function areSamePrices(one: BestPrices, other: BestPrices): boolean {
  return one.bid === other.bid && one.ask === other.ask;
}
