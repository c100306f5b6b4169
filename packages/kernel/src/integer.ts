import { invariant } from './invariant.ts';

/** A fraction of whole numbers: `amount × by ÷ per`. Both are positive. */
export interface Fraction {
  readonly by: bigint;
  readonly per: bigint;
}

/** `amount × by ÷ per` for an amount that is not negative, rounded down. */
export function mulDivDown(amount: bigint, fraction: Fraction): bigint {
  return (amount * fraction.by) / fraction.per;
}

/** `amount × by ÷ per` for an amount that is not negative, rounded up. */
export function mulDivUp(amount: bigint, fraction: Fraction): bigint {
  return (amount * fraction.by + fraction.per - 1n) / fraction.per;
}

/** A whole number above zero that a double holds exactly. */
export function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** A whole number, zero included, that a double holds exactly. */
export function isNaturalNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The number that a big integer is, which must be a safe one. */
export function toSafeInteger(value: bigint): number {
  const number = Number(value);
  invariant(Number.isSafeInteger(number), 'A whole number is too large to be held exactly.');
  return number;
}

/** Ten to the power of `exponent`. */
export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}
