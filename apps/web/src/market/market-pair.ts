import type { Pair } from '@emporion/contracts/rest';
import { fractionDigits } from './units.ts';

/** What the panels need to know of a pair; the lists of pairs have it. */
export type MarketPair = Pick<Pair, 'code' | 'base' | 'quote' | 'stack_precisions'> & {
  readonly rules?: { readonly lot: string } | undefined;
};

/** The finest step of the book, by which prices can be quoted. */
export function finestStep({ stack_precisions: steps }: Pick<MarketPair, 'stack_precisions'>): string {
  return steps.at(-1) ?? '1';
}

/** Digits that a price of the pair shows, so that all of them stand in one column. */
export function priceDecimals(pair: Pick<MarketPair, 'stack_precisions'>): number {
  return fractionDigits(finestStep(pair));
}

const quantityDecimalsUnknown = 6;

export function quantityDecimals({ rules }: Pick<MarketPair, 'rules'>): number {
  return rules === undefined ? quantityDecimalsUnknown : fractionDigits(rules.lot);
}
