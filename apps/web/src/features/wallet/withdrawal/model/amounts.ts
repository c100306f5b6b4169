import { formatDecimal, parseDecimal } from '@emporion/kernel';

/** Finer than any coin, so that sums and comparisons of decimals are exact. */
const scale = 18;

/** Undefined for what is no plain decimal number. */
export function unitsOf(text: string): bigint | undefined {
  const parsed = parseDecimal(text, scale);
  return parsed.ok ? parsed.value : undefined;
}

/** Whether it is an amount above zero, no finer than so many decimals. */
export function isAmountWithin(text: string, decimals: number): boolean {
  return /^\d+(?:\.\d+)?$/.test(text) && /[1-9]/.test(text) && parseDecimal(text, decimals).ok;
}

const orZero = (text: string): bigint => unitsOf(text) ?? 0n;

export function sumOf(first: string, second: string): string {
  return formatDecimal(orZero(first) + orZero(second), scale);
}

export function compare(first: string, second: string): number {
  const difference = orZero(first) - orZero(second);
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** Zero instead of less. */
export function lessOf(first: string, second: string): string {
  const left = orZero(first) - orZero(second);
  return formatDecimal(left < 0n ? 0n : left, scale);
}

/** What an amount of coins is worth at a rate, cut after so many decimals. */
export function worthOf(amount: string, { rate, decimals }: { rate: string; decimals: number }): string {
  return cut((orZero(amount) * orZero(rate)) / 10n ** BigInt(scale), decimals);
}

/** How many coins a value buys at a rate, rounded down to what the coin divides into; empty while there is no number. */
export function coinsFor(value: string, { rate, decimals }: { rate: string; decimals: number }): string {
  const [units, one] = [unitsOf(value), orZero(rate)];
  if (units === undefined || one === 0n) return '';
  return cut((units * 10n ** BigInt(scale)) / one, decimals);
}

function cut(units: bigint, decimals: number): string {
  const step = 10n ** BigInt(scale - decimals);
  return formatDecimal((units / step) * step, scale);
}
