import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, parseDecimal, parseShortDecimal } from './decimal.ts';

const decimals = fc.integer({ min: 0, max: 18 });

describe('decimals', () => {
  it('come back as they went, whatever the number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 42n), max: 10n ** 42n }), decimals, (units, count) => {
        expect(parseDecimal(formatDecimal(units, count), count)).toEqual({ ok: true, value: units });
      }),
    );
  });

  it('are written alike from a number and from a big integer', () => {
    const safe = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(safe, decimals, (units, count) => {
        expect(formatDecimal(units, count)).toBe(formatDecimal(BigInt(units), count));
      }),
    );
  });

  it.each([
    ['0', 0, 0n],
    ['0.00', 0, 0n],
    ['1.5', 2, 150n],
    ['1.50000', 1, 15n],
    ['-0.000000000000000001', 18, -1n],
    ['123456789012345678901234.5', 18, 123456789012345678901234500000000000000000n],
  ] as const)('reads %s with %i decimals', (text, count, units) => {
    expect(parseDecimal(text, count)).toEqual({ ok: true, value: units });
  });

  it.each([
    [150n, 2, '1.5'],
    [0n, 8, '0'],
    [1n, 8, '0.00000001'],
    [-25n, 1, '-2.5'],
    [100n, 2, '1'],
    [100n, 0, '100'],
  ] as const)('writes %s units with %i decimals as %s', (units, count, text) => {
    expect(formatDecimal(units, count)).toBe(text);
  });

  it('are read alike the quick way, where it answers at all', () => {
    const texts = fc.oneof(
      fc.stringMatching(/^-?[0-9.]{0,17}$/),
      fc.stringMatching(/^(0|[1-9][0-9]{0,9})(\.[0-9]{1,6})?$/),
    );
    let answered = 0;
    fc.assert(
      fc.property(texts, decimals, (text, count) => {
        const quick = parseShortDecimal(text, count);
        if (quick === undefined) return;
        answered += 1;
        expect(parseDecimal(text, count)).toEqual({ ok: true, value: BigInt(quick) });
      }),
    );
    expect(answered).toBeGreaterThan(10);
    expect(parseShortDecimal('50000.25', 2)).toBe(5_000_025);
  });

  it('refuses what is finer than the units', () => {
    expect(parseDecimal('1.001', 2)).toEqual({ ok: false, failure: 'too_fine' });
    expect(parseDecimal('1.5', 0)).toEqual({ ok: false, failure: 'too_fine' });
  });

  it.each([
    '',
    '.',
    '1.',
    '.5',
    '01',
    '+1',
    '1e3',
    '1,5',
    ' 1',
    '1\n',
    '１',
    '0x1',
    'NaN',
    'Infinity',
    '--1',
    '9'.repeat(101),
  ])('refuses %j', (text) => {
    expect(parseDecimal(text, 18)).toEqual({ ok: false, failure: 'not_a_number' });
  });
});
