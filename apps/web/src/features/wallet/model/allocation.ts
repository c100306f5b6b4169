import type { Holding } from '@emporion/contracts/rest';
import { fromUnits, toUnits } from '#market/units.ts';

export interface Slice {
  /** Null stands for all the small ones together. */
  readonly coin: string | null;
  readonly value: string;
  /** In percent. */
  readonly share: string;
}

const slicesMax = 6;

/** The most valuable coins and, where there are more, the rest as one. Coins without a value are in none. */
export function allocation(holdings: readonly Holding[]): readonly Slice[] {
  const valued = holdings.flatMap(({ coin, value, share }) =>
    value === null || share === null || toUnits(value) === 0n ? [] : [{ coin, value, share }],
  );
  if (valued.length <= slicesMax) return valued;
  const rest = valued.slice(slicesMax);
  const sum = (pick: (slice: { value: string; share: string }) => string): string =>
    fromUnits(rest.reduce((total, slice) => total + toUnits(pick(slice)), 0n));
  return [
    ...valued.slice(0, slicesMax),
    { coin: null, value: sum(({ value }) => value), share: sum(({ share }) => share) },
  ];
}
