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

/** The most valuable coins and, where there are more, the rest as one. Coins without a value are in none. The shares add up to a hundred. */
export function allocation(holdings: readonly Holding[]): readonly Slice[] {
  const valued = holdings.flatMap(({ coin, value }) =>
    value === null || toUnits(value) === 0n ? [] : [{ coin, units: toUnits(value) }],
  );
  const rest = valued.slice(slicesMax);
  const slices: { coin: string | null; units: bigint }[] = valued.slice(0, slicesMax);
  if (rest.length > 0) slices.push({ coin: null, units: rest.reduce((sum, { units }) => sum + units, 0n) });
  const shares = tenths(slices.map(({ units }) => units));
  return slices.map(({ coin, units }, place) => {
    const share = shares[place] ?? 0;
    return { coin, value: fromUnits(units), share: `${Math.floor(share / 10)}.${share % 10}` };
  });
}

/** In tenths of a percent. What cutting leaves goes to those that lost most by it. */
function tenths(parts: readonly bigint[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  if (whole === 0n) return parts.map(() => 0);
  const cut = parts.map((part) => Number((part * 1_000n) / whole));
  const lost = parts.map((part, place) => ({ place, by: (part * 1_000n) % whole }));
  lost.sort((a, b) => (a.by === b.by ? a.place - b.place : a.by > b.by ? -1 : 1));
  const left = 1_000 - cut.reduce((sum, one) => sum + one, 0);
  for (const { place } of lost.slice(0, left)) cut[place] = (cut[place] ?? 0) + 1;
  return cut;
}
