import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { coinAmount, MarketUnits, percentUnits, showPercent } from './units.ts';

const market = new MarketUnits({
  market: 'BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  baseDecimals: 8,
  quoteDecimals: 6,
  priceDecimals: 2,
  quantityDecimals: 6,
});

function codeOf(read: () => unknown): string {
  try {
    return String(read());
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

describe('units of a market', () => {
  it('are exact both ways', () => {
    const safe = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(safe, (units) => {
        expect(market.price(market.showPrice(units))).toBe(units);
        expect(market.quantity(market.showQuantity(units))).toBe(units);
        expect(market.budget(market.showQuote(BigInt(units)))).toBe(BigInt(units));
      }),
    );
  });

  it('refuse what is finer than the book, each with its code', () => {
    expect(codeOf(() => market.price('65000.001'))).toBe('invalid_order_price');
    expect(codeOf(() => market.quantity('0.0000001'))).toBe('order_bad_quantity');
    expect(codeOf(() => market.budget('1.0000001'))).toBe('order_bad_quantity');
    expect(codeOf(() => coinAmount('0.000000001', 8, 'amount_too_many_decimals'))).toBe(
      'amount_too_many_decimals',
    );
  });

  it('do not mind zeros behind the last digit that counts', () => {
    expect(market.price('65000.100000')).toBe(6_500_010);
  });

  it('refuse what a book cannot count', () => {
    expect(codeOf(() => market.price('99999999999999999999'))).toBe('price_too_high');
    expect(codeOf(() => market.quantity('99999999999999999999'))).toBe('order_size_too_large');
  });
});

describe('percents', () => {
  it.each([
    ['-0.5', -5_000],
    ['0.0001', 1],
    ['12', 120_000],
  ] as const)('%s is %i parts per million', (text, units) => {
    expect(percentUnits(text)).toBe(units);
    expect(showPercent(units)).toBe(text);
  });

  it('refuse what is finer', () => {
    expect(codeOf(() => percentUnits('0.00001'))).toBe('order_wrong_percent');
  });
});
