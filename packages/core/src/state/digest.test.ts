import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from './digest.ts';

describe('a digest', () => {
  it('does not depend on the order of fields, nor on fields that are undefined', () => {
    expect(digest({ a: 1, b: { c: 'x', d: 2n } })).toBe(digest({ b: { d: 2n, c: 'x', e: undefined }, a: 1 }));
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: 1n }, { a: '1' }],
    [
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: null }, {}],
    [{ a: true }, { a: false }],
    [{ a: 2 ** 32 }, { a: 0 }],
    [{ a: 1.5 }, { a: 1 }],
    [{ a: Number.NaN }, { a: 0 }],
    [{ a: Number.NaN }, { a: Number.POSITIVE_INFINITY }],
    [{ a: 2 ** 53 }, { a: 2 ** 54 }],
    [
      { minimumPrice: 1, maximumPrice: 2 },
      { minimumPrice: 2, maximumPrice: 1 },
    ],
  ])('tells the two values of case %# apart', (left, right) => {
    expect(digest(left)).not.toBe(digest(right));
  });

  it('is a whole number of 32 bits that differs for different numbers and seeds', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (left, right) => {
        expect(digest(left) | 0).toBe(digest(left));
        if (left !== right)
          expect([digest(left), digest(left, 2)]).not.toEqual([digest(right), digest(right, 2)]);
      }),
    );
  });
});
