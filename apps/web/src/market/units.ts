import { formatDecimal, parseDecimal } from '@emporion/kernel';

/** The finest that the wire writes, so that every number of a market is a whole count of it. */
export const unitDecimals = 18;

/** A decimal of the wire as an exact count. What is no number counts as nothing: the contract was checked before. */
export function toUnits(text: string): bigint {
  const parsed = parseDecimal(text, unitDecimals);
  return parsed.ok ? parsed.value : 0n;
}

export function fromUnits(units: bigint): string {
  return formatDecimal(units, unitDecimals);
}

/** How many digits a decimal has after its point: 2 of `0.01`, none of `10`. */
export function fractionDigits(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

// Math.max and Math.min know nothing of big integers.
export function larger(one: bigint, other: bigint): bigint {
  if (one > other) return one;
  return other;
}

export function smaller(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}

const one = 10n ** BigInt(unitDecimals);

/** The product of two decimals of the wire, cut to the finest unit. */
export function timesUnits(amount: string, price: string): string {
  return fromUnits((toUnits(amount) * toUnits(price)) / one);
}

/** How far `to` is from `from`, in percent to two decimals, towards zero; null where `from` is nothing. */
export function percentFrom(from: string, to: string): string | null {
  const base = toUnits(from);
  if (base === 0n) return null;
  return formatDecimal(((toUnits(to) - base) * 10_000n) / base, 2);
}
