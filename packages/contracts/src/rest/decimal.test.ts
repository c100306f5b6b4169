import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimal,
  decimalLengthMax,
  decimalString,
  requestDecimal,
  signedDecimalString,
} from '#rest/decimal.ts';

function refusalOf(schema: typeof decimalString, input: unknown): string | undefined {
  return schema.safeParse(input).error?.issues[0]?.message;
}

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
const integerPart = fc.oneof(
  fc.constant('0'),
  fc.tuple(fc.constantFrom(...'123456789'), digits(0, 23)).map(([first, rest]) => first + rest),
);
const unsigned = fc
  .tuple(integerPart, fc.option(digits(1, 18), { nil: undefined }))
  .map(([whole, fraction]) => (fraction === undefined ? whole : `${whole}.${fraction}`));

describe('decimalString', () => {
  it('accepts every plain decimal and leaves it as it was written', () => {
    fc.assert(fc.property(unsigned, (text) => decimalString.parse(text) === text));
  });

  it('accepts only what is a plain decimal, whatever the string', () => {
    const nearMiss = fc.string({ unit: fc.constantFrom(...'0123456789.,-+eE xN'), maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearMiss), (text) => {
        const plain = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text);
        return decimalString.safeParse(text).success === plain;
      }),
    );
  });

  it('accepts a minus only where it is allowed', () => {
    fc.assert(
      fc.property(unsigned, (text) => {
        expect(signedDecimalString.parse(`-${text}`)).toBe(`-${text}`);
        expect(refusalOf(decimalString, `-${text}`)).toBe('amount_negative');
      }),
    );
  });

  it.each([
    ['a comma', '1,5'],
    ['an exponent', '1e-9'],
    ['a huge exponent', '1e400'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['a hexadecimal', '0x10'],
    ['full-width digits', '１２'],
    ['Arabic digits', '٣'],
    ['a plus', '+1'],
    ['leading zeros', '007'],
    ['no digit before the point', '.5'],
    ['no digit after the point', '5.'],
    ['two points', '1.2.3'],
    ['spaces', ' 1'],
    ['a line end', '1\n'],
    ['nothing', ''],
    ['a minus alone', '-'],
    ['a number of JSON', 1],
    ['a list', ['1']],
  ])('refuses %s as not a number', (_what, input) => {
    expect(refusalOf(decimalString, input)).toBe('amount_not_a_number');
  });

  it('asks for a value that is missing', () => {
    expect(refusalOf(decimalString, undefined)).toBe('field_required');
  });

  it('refuses more digits than any coin or amount has', () => {
    expect(decimalString.safeParse('9'.repeat(24)).success).toBe(true);
    expect(decimalString.safeParse('9'.repeat(25)).success).toBe(false);
    expect(refusalOf(decimalString, `0.${'1'.repeat(19)}`)).toBe('amount_too_many_decimals');
  });

  it('refuses a megabyte by its length alone', () => {
    const issues = decimalString.safeParse('1'.repeat(1_000_000)).error?.issues;
    expect(issues).toHaveLength(1);
    expect(issues?.[0]).toMatchObject({ code: 'too_big', maximum: decimalLengthMax });
  });

  it('holds a field to its own number of decimals and says which', () => {
    const schema = decimal({ decimalsMax: 2 });
    expect(schema.safeParse('1.23').success).toBe(true);
    expect(schema.safeParse('1.230').error?.issues[0]).toMatchObject({
      message: 'amount_too_many_decimals',
      params: { max: 2 },
    });
  });
});

describe('an amount of a request', () => {
  it('counts a JSON number of up to 15 digits as its text', () => {
    const written = fc
      .tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 18 }))
      .map(([figures, places]) => {
        const text = String(figures).padStart(places + 1, '0');
        const fraction = places === 0 ? '' : text.slice(-places).replace(/0+$/, '');
        return `${text.slice(0, text.length - places)}${fraction && `.${fraction}`}`;
      });
    fc.assert(fc.property(written, (text) => requestDecimal().parse(JSON.parse(text)) === text));
  });

  it.each([true, null, undefined, {}, ['1'], Number.NaN, Number.POSITIVE_INFINITY, 1e21, -1])(
    'refuses %s',
    (input) => {
      expect(requestDecimal().safeParse(input).success).toBe(false);
    },
  );
});
