import * as z from 'zod/mini';
import { described } from '#documented.ts';

/** The longest decimal the wire accepts: a sign, 24 digits, a point and 18 digits, the finest any coin divides. */
export const decimalLengthMax = 44;
const integerDigitsMax = 24;
export const fractionDigitsMax = 18;

// [0-9] and not \d or \p{Nd}: full-width and Arabic digits are digits to Unicode and not to us.
const unsignedPattern = new RegExp(`^(?:0|[1-9][0-9]{0,${integerDigitsMax - 1}})(?:\\.[0-9]+)?$`);
const signedPattern = new RegExp(`^-?(?:0|[1-9][0-9]{0,${integerDigitsMax - 1}})(?:\\.[0-9]+)?$`);

/** Token contracts count in 256 bits, and 2^256 − 1 has 78 digits. */
export const chainDigitsMax = 78;
const chainUnitsPattern = `(?:0|[1-9][0-9]{0,${chainDigitsMax - 1}})`;
const chainDecimalPattern = `${chainUnitsPattern}(?:\\.[0-9]{1,${fractionDigitsMax}})?`;

function fractionDigitsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

export interface DecimalOptions {
  readonly signed?: boolean;
  readonly decimalsMax?: number;
}

/**
 * An amount as the wire writes it: ASCII digits, at most one point, no exponent, no leading zeros, no spaces. Answers never have a
 * JSON number, because a JavaScript number cannot hold money.
 * Refusals: `text_too_long`, `amount_negative`, `amount_not_a_number`, `amount_too_many_decimals`.
 */
export function decimal({ signed = false, decimalsMax = fractionDigitsMax }: DecimalOptions = {}) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? 'field_required' : 'amount_not_a_number',
    })
    .check(
      z.maxLength(decimalLengthMax, { abort: true }),
      z.regex(signed ? signedPattern : unsignedPattern, {
        abort: true,
        error: ({ input }) =>
          typeof input === 'string' && signedPattern.test(input) ? 'amount_negative' : 'amount_not_a_number',
      }),
      z.refine((text) => fractionDigitsOf(text) <= decimalsMax, {
        error: 'amount_too_many_decimals',
        params: { max: decimalsMax },
      }),
    );
}

/**
 * An amount in a request, where a JSON number counts as its text. Whoever read the request has refused numbers that a JavaScript number does not hold as they were
 * written: those with an exponent or more than 15 digits.
 */
export function requestDecimal(options: DecimalOptions = {}) {
  return z.pipe(z.transform(textOfNumber), decimal(options));
}

function textOfNumber(value: string | number): string {
  if (typeof value !== 'number') return value;
  const text = String(value);
  const exponent = text.indexOf('e-');
  if (exponent < 0) return text;
  // Below a millionth JavaScript writes an exponent of its own.
  return value.toFixed(fractionDigitsOf(text.slice(0, exponent)) + Number(text.slice(exponent + 2)));
}

export const decimalString = described(decimal(), 'A decimal number as a string.', { example: '0.015' });

export const signedDecimalString = described(
  decimal({ signed: true }),
  'A decimal number as a string; it may begin with a minus.',
  { example: '-1.25' },
);

/** An amount in the smallest units of a network, for answers only. */
export const chainUnitsString = described(
  z.string().check(z.regex(new RegExp(`^${chainUnitsPattern}$`))),
  `A whole number of smallest units as a string, up to ${chainDigitsMax} digits.`,
  { example: '150000000' },
);

/**
 * What a chain says that an address received, for answers only. Any contract can log any amount, so it is as long as the amounts of chains are.
 * Amounts in requests and in the ledger are `decimal`.
 */
export const chainDecimalString = described(
  z.string().check(z.regex(new RegExp(`^${chainDecimalPattern}$`))),
  `A decimal number as a string, up to ${chainDigitsMax} digits before the point.`,
  { example: '0.015' },
);

export const signedChainDecimalString = described(
  z.string().check(z.regex(new RegExp(`^-?${chainDecimalPattern}$`))),
  `A decimal number as a string, up to ${chainDigitsMax} digits before the point; it may begin with a minus.`,
  { example: '-1.25' },
);
