import { cutDecimals, fromUnits, parseDecimal } from './decimal-text.ts';
import { numberStyle } from './number-style.ts';

/** A decimal string from the wire, or a count of smallest units. A JavaScript number cannot hold money. */
export type NumberText = string | bigint;

export interface NumberFormat {
  /** Digits after the point. */
  decimals?: number | undefined;
  /** Leaves trailing zeros out, down to as many decimals as are always read. */
  trimZeros?: boolean | undefined;
  decimalsMin?: number | undefined;
  /** How many digits of a bigint stand after its point. */
  scale?: number | undefined;
  /** A plus in front of what is above zero. */
  plus?: boolean | undefined;
}

export const defaultDecimals = 8;
export const volumeDecimals = 2;

/** What is shown where there is no number. */
export const noNumber = '–';

/**
 * A number for people: 8 decimals unless told otherwise, rounded toward zero, thousands apart, in the style that the
 * reader has chosen.
 */
export function formatNumber(value: NumberText, format: NumberFormat = {}): string {
  const { decimals = defaultDecimals, trimZeros = false, decimalsMin = 0, scale = 0, plus = false } = format;
  const parsed = typeof value === 'bigint' ? fromUnits(value, scale) : parseDecimal(value);
  if (parsed === undefined) return noNumber;
  const { negative, integer, fraction } = cutDecimals(parsed, decimals);
  const style = numberStyle();
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, style.group);
  const digits = trimZeros ? fraction.replace(/0+$/, '').padEnd(decimalsMin, '0') : fraction;
  const isZero = /^0*$/.test(integer + fraction);
  const sign = negative ? '-' : plus && !isZero ? '+' : '';
  return `${sign}${grouped}${digits === '' ? '' : `${style.point}${digits}`}`;
}

/** Longer than any sum of money; what contracts of tokens count can be four times as long. */
const wholeDigitsMax = 18;
const powerDigits: Readonly<Record<string, string>> = {
  ...{ 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' },
};

/** A number that no column has room for as a power of ten, such as ≈ 1.15 × 10⁷⁷; undefined for any that can be shown whole. */
export function shortenedNumber(value: NumberText, format: NumberFormat = {}): string | undefined {
  const parsed = typeof value === 'bigint' ? fromUnits(value, format.scale ?? 0) : parseDecimal(value);
  if (parsed === undefined || parsed.integer.length <= wholeDigitsMax) return undefined;
  const { negative, integer } = parsed;
  const power = String(integer.length - 1).replaceAll(/[0-9]/g, (digit) => powerDigits[digit] ?? '');
  const sign = negative ? '-' : format.plus ? '+' : '';
  return `≈ ${sign}${integer.slice(0, 1)}${numberStyle().point}${integer.slice(1, 3)} × 10${power}`;
}

/** Money of a currency is read to the cent: 48.20 USD, never 48.2. */
export const isCurrency = (unit: string | undefined) => unit === 'USD' || unit === 'EUR' || unit === 'RUB';

/** An amount with its coin, as exactly as it is. */
export function formatMoney(value: NumberText, unit: string): string {
  return `${formatNumber(value, { decimals: 18, trimZeros: true, decimalsMin: isCurrency(unit) ? 2 : 0 })} ${unit}`;
}

/** How many digits of a figure are read, at most. */
const readDigits = 7;

/** As many decimals as a figure of this size is read with, and never less than cents: 87,192.21 and 0.00012345. */
export function readableDecimals(value: string): number {
  const whole = parseDecimal(value)?.integer ?? '0';
  return whole === '0' ? defaultDecimals : Math.max(2, readDigits - whole.length);
}

/** The volume of a ticker: two decimals. */
export function formatVolume(value: NumberText): string {
  return formatNumber(value, { decimals: volumeDecimals });
}

/** A formatted number in front of and from its trailing zeros, which are shown dimmed. */
export function splitTrailingZeros(formatted: string): { head: string; zeros: string } {
  const { point } = numberStyle();
  const at = formatted.lastIndexOf(point);
  if (at === -1) return { head: formatted, zeros: '' };
  const fraction = formatted.slice(at + point.length).replace(/0+$/, '');
  const head = fraction === '' ? formatted.slice(0, at) : `${formatted.slice(0, at)}${point}${fraction}`;
  return { head, zeros: formatted.slice(head.length) };
}
