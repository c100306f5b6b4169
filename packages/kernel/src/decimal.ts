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

/** So many digits always make a safe number. */
const safeDigits = 15;
const powers = Array.from({ length: safeDigits + 1 }, (_, exponent) => 10 ** exponent);
const [zero, nine, point] = [48, 57, 46];

/**
 * The same as `parseDecimal`, as a number and several times as quick, for the usual short texts: prices and quantities of orders. Undefined for every
 * other text, good or bad, which `parseDecimal` has to judge.
 */
export function parseShortDecimal(text: string, decimals: number): number | undefined {
  const { length } = text;
  if (length > safeDigits) return undefined;
  let units = 0;
  let fraction = -1;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= zero && code <= nine) {
      units = units * 10 + (code - zero);
      if (fraction >= 0) fraction += 1;
    } else if (code === point && fraction < 0 && index > 0) fraction = 0;
    else return undefined;
  }
  const leadingZero = text.charCodeAt(0) === zero && length > 1 && text.charCodeAt(1) !== point;
  if (length === 0 || fraction === 0 || leadingZero) return undefined;
  const missing = decimals - Math.max(fraction, 0);
  return missing < 0 || length + missing > safeDigits ? undefined : units * (powers[missing] ?? 0);
}

/** The shortest decimal number that is so many units of `10^-decimals`: `formatDecimal(150n, 2)` is `1.5`. */
export function formatDecimal(units: bigint | number, decimals: number): string {
  if (!units) return '0';
  const negative = units < 0;
  const digits = String(negative ? -units : units).padStart(decimals + 1, '0');
  let end = digits.length;
  const point = end - decimals;
  while (end > point && digits.charCodeAt(end - 1) === 48) end -= 1;
  const text = end > point ? `${digits.slice(0, point)}.${digits.slice(point, end)}` : digits.slice(0, point);
  return negative ? `-${text}` : text;
}
