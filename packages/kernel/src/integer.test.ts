import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPositiveInteger, mulDivDown, mulDivUp, toSafeInteger } from './integer.ts';

const positive = fc.bigInt({ min: 1n, max: 10n ** 30n });

describe('mulDiv', () => {
  it('rounds down and up by less than one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), positive, positive, (amount, by, per) => {
        const [down, up] = [mulDivDown(amount, { by, per }), mulDivUp(amount, { by, per })];
        expect(down * per <= amount * by && amount * by < (down + 1n) * per).toBe(true);
        expect(up * per >= amount * by && amount * by > (up - 1n) * per).toBe(true);
      }),
    );
  });
});

describe('whole numbers', () => {
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1', null, undefined, 1n])(
    'does not take %s for a positive integer',
    (value) => expect(isPositiveInteger(value)).toBe(false),
  );

  it('refuses to shorten a number that a double cannot hold', () => {
    expect(toSafeInteger(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => toSafeInteger(2n ** 53n)).toThrow('too large');
  });
});
