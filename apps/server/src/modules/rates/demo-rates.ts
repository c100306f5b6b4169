import type { FiatCurrency } from '@emporion/contracts/rest';

const hourMs = 3_600_000;
/** Parts per million. */
const million = 1_000_000;

/** Around what a currency moves, in millionths of it for one USDT, and how far, in parts per million. */
const walks: Readonly<
  Record<FiatCurrency, { readonly seed: number; readonly around: number; readonly reach: number }>
> = {
  USD: { seed: 11, around: 1_000_000, reach: 400 },
  EUR: { seed: 23, around: 920_000, reach: 30_000 },
  RUB: { seed: 37, around: 81_500_000, reach: 60_000 },
};

/** So many hours each wave takes, and its part of the reach. */
const waves = [
  { hours: 6, part: 1 },
  { hours: 48, part: 3 },
  { hours: 24 * 30, part: 6 },
] as const;

/** The rate of a demo: the same for every start, different every hour. `rate` is in millionths of the currency. */
export function demoRate(currency: FiatCurrency, at: number): { rate: bigint; at: number } {
  const { seed, around, reach } = walks[currency];
  const hour = Math.floor(at / hourMs);
  const parts = waves.reduce((sum, { part }) => sum + part, 0);
  let shift = 0;
  for (const { hours, part } of waves) shift += (waveAt(seed * 1_000 + hours, hour, hours) * part) / parts;
  return { rate: BigInt(Math.round(around + (around * reach * shift) / million)), at: hour * hourMs };
}

/** From -1 to 1: straight from one drawn height to the next. */
function waveAt(seed: number, hour: number, hours: number): number {
  const turn = Math.floor(hour / hours);
  const way = (hour - turn * hours) / hours;
  return drawn(seed, turn) * (1 - way) + drawn(seed, turn + 1) * way;
}

/** A number from -1 to 1 that looks drawn, and is the same for the same seed and place. */
function drawn(seed: number, place: number): number {
  let mixed = Math.imul(place ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x7fffffff - 1;
}
