// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatNumber,
  formatVolume,
  readableDecimals,
  shortenedNumber,
  splitTrailingZeros,
} from './format-number.ts';

describe('formatting a number', () => {
  it.each([
    ['1', '1.00000000'],
    ['1234567.891', '1,234,567.89100000'],
    ['0.123456789', '0.12345678'],
    ['0.999999999', '0.99999999'],
    ['-0.999999999', '-0.99999999'],
    ['-0.000000001', '0.00000000'],
    ['000123', '123.00000000'],
    ['9007199254740993.00000001', '9,007,199,254,740,993.00000001'],
  ])('shows %s as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each(['', 'NaN', 'Infinity', '1e5', '1,5', '０', '.5', '5.', ' ', 'abc'])(
    'shows no number for %j',
    (value) => {
      expect(formatNumber(value)).toBe('–');
    },
  );

  it('takes other decimals, trims zeros and adds a plus on demand', () => {
    expect(formatNumber('1999.999', { decimals: 2 })).toBe('1,999.99');
    expect(formatNumber('1999.999', { decimals: 0 })).toBe('1,999');
    expect(formatNumber('1.50', { trimZeros: true })).toBe('1.5');
    expect(formatNumber('2.000', { trimZeros: true })).toBe('2');
    expect(formatNumber('2.41', { decimals: 2, plus: true })).toBe('+2.41');
    expect(formatNumber('0', { decimals: 2, plus: true })).toBe('0.00');
    expect(formatNumber('-1', { decimals: 2, plus: true })).toBe('-1.00');
  });

  it.each([
    ['87192.219313', '87,192.21'],
    ['6773.223', '6,773.223'],
    ['1234567.891', '1,234,567.89'],
    ['0.00012345', '0.00012345'],
  ])('reads %s as %s', (value, text) => {
    expect(formatNumber(value, { decimals: readableDecimals(value), trimZeros: true })).toBe(text);
  });

  it('reads smallest units', () => {
    expect(formatNumber(150_000_000n, { scale: 8 })).toBe('1.50000000');
    expect(formatNumber(-1n, { scale: 8 })).toBe('-0.00000001');
    expect(formatNumber(5n)).toBe('5.00000000');
  });

  it('shows the volume of a ticker with two decimals', () => {
    expect(formatVolume('18204551.209')).toBe('18,204,551.20');
  });

  it('is exact and rounds toward zero for every amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.integer({ min: 0, max: 18 }),
        fc.integer({ min: 0, max: 12 }),
        (units, scale, decimals) => {
          const text = formatNumber(units, { scale, decimals });
          const [integer = '', fraction = ''] = text.replaceAll(',', '').replace('-', '').split('.');
          expect(fraction).toHaveLength(decimals);
          const size = units < 0n ? -units : units;
          const shown = (BigInt(integer + fraction) * 10n ** BigInt(scale)) / 10n ** BigInt(decimals);
          expect(shown <= size).toBe(true);
          expect(BigInt(integer + fraction)).toBe((size * 10n ** BigInt(decimals)) / 10n ** BigInt(scale));
          expect(text.startsWith('-')).toBe(units < 0n && BigInt(integer + fraction) !== 0n);
        },
      ),
    );
  });

  it('agrees between units and decimal strings', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.integer({ min: 1, max: 18 }),
        (units, scale) => {
          const digits = units.toString().padStart(scale + 1, '0');
          const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
          expect(formatNumber(text)).toBe(formatNumber(units, { scale }));
        },
      ),
    );
  });

  it('separates exactly every three digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (units) => {
        expect(formatNumber(units, { decimals: 0 })).toMatch(/^\d{1,3}(,\d{3})*$/);
      }),
    );
  });
});

describe('a number that no column has room for', () => {
  it.each([
    ['1234567890123456789', '≈ 1.23 × 10¹⁸'],
    ['-115792089237316195423570985008687907853269984665640564039457584007913129639935', '≈ -1.15 × 10⁷⁷'],
  ])('%s is shown as a power of ten', (value, shown) => {
    expect(shortenedNumber(value)).toBe(shown);
  });

  it.each(['0', '-1.5', '999999999999999999.999999999999999999', 'no number'])(
    '%s is left as it is',
    (value) => {
      expect(shortenedNumber(value)).toBeUndefined();
    },
  );
});

describe('dimming trailing zeros', () => {
  it.each([
    ['1.50000000', '1.5', '0000000'],
    ['1.00000000', '1', '.00000000'],
    ['100', '100', ''],
    ['0.12345678', '0.12345678', ''],
    ['–', '–', ''],
  ])('splits %s', (text, head, zeros) => {
    expect(splitTrailingZeros(text)).toEqual({ head, zeros });
  });
});
