import { fail, type Result, succeed } from './result.ts';

/** not_a_number: not written as a plain decimal; too_fine: not a whole number of the units asked for. */
export type DecimalFailure = 'not_a_number' | 'too_fine';

// [0-9] and not \d or \p{Nd}: full-width and Arabic digits are digits to Unicode and not to us.
const pattern = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** Far longer than any amount, far shorter than what would cost something to look at. */
const lengthMax = 100;

/**
 * How many units of `10^-decimals` a decimal number is, exactly: `parseDecimal('1.5', 2)` is 150. Zeros at the end of the fraction
 * do not make a number finer.
 */
export function parseDecimal(text: string, decimals: number): Result<bigint, DecimalFailure> {
  const found = text.length > lengthMax ? null : pattern.exec(text);
  if (!found) return fail('not_a_number');
  const [, sign, whole = '', fraction = ''] = found;
  const kept = fraction.slice(0, decimals);
  if (!onlyZeros(fraction, decimals)) return fail('too_fine');
  const units = BigInt(whole + kept.padEnd(decimals, '0'));
  return succeed(sign === '-' ? -units : units);
}

function onlyZeros(fraction: string, from: number): boolean {
  for (let index = from; index < fraction.length; index += 1) if (fraction[index] !== '0') return false;
  return true;
}

/** The shortest decimal number that is so many units of `10^-decimals`: `formatDecimal(150n, 2)` is `1.5`. */
export function formatDecimal(units: bigint | number, decimals: number): string {
  const negative = units < 0;
  const digits = String(negative ? -units : units).padStart(decimals + 1, '0');
  let end = digits.length;
  const point = end - decimals;
  while (end > point && digits.charCodeAt(end - 1) === 48) end -= 1;
  const text = end > point ? `${digits.slice(0, point)}.${digits.slice(point, end)}` : digits.slice(0, point);
  return negative ? `-${text}` : text;
}
