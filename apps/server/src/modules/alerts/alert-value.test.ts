import { describe, expect, it } from 'vitest';
import { MarketUnits } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';
import { alertValue } from './alert-value.ts';

const market = new MarketUnits({
  market: 'TEA-GOLD',
  base: 'TEA',
  quote: 'GOLD',
  baseDecimals: 3,
  quoteDecimals: 4,
  priceDecimals: 2,
  quantityDecimals: 3,
});

function look(metric: 'price' | 'volume', value: string): bigint | string {
  try {
    return alertValue({ metric, value }, { market, tick: 5 });
  } catch (error) {
    return error instanceof Problem
      ? `${error.code} ${JSON.stringify(error.sentence.params)}`
      : String(error);
  }
}

describe('the value of an alert', () => {
  it.each([
    ['12.35', 1_235n],
    ['12.30', 1_230n],
    ['0.05', 5n],
    ['12.34', 'price_off_tick {"tick":"0.05"}'],
    ['12.345', 'amount_too_many_decimals {"max":2}'],
    ['0.04', 'amount_too_small {"min":"0.05"}'],
    ['0', 'amount_too_small {"min":"0.05"}'],
    ['90071992547409.95', 'amount_too_large {"max":"90071992547409.91"}'],
  ])('as a price of %s is %s', (value, outcome) => {
    expect(look('price', value)).toBe(outcome);
  });

  it.each([
    ['12.3456', 123_456n],
    ['900719925474099.2', 9_007_199_254_740_992_000n],
    ['12.34567', 'amount_too_many_decimals {"max":4}'],
    ['0.0000', 'amount_too_small {"min":"0.0001"}'],
  ])('as a volume of %s is %s', (value, outcome) => {
    expect(look('volume', value)).toBe(outcome);
  });
});
