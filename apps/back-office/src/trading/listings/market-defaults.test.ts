import { expect, it } from 'vitest';
import { asText, knownValue, marketDefaults } from './market-defaults.ts';

const decimals = { baseDecimals: 8, quoteDecimals: 8 };

it('fit a coin that is priced in another coin', () => {
  expect(marketDefaults({ price: 0.028, quoteValue: 3_000, ...decimals })).toEqual({
    ...{ price_decimals: '9', quantity_decimals: '5', tick: '0.0000001', lot: '0.001' },
    ...{ quantity_min: '0.001', quantity_max: '100000', cost_min: '0.002', cost_max: '300' },
  });
});

it('fit a dear coin, and one of which a million is worth a few dollars', () => {
  expect(marketDefaults({ price: 60_000, quoteValue: 1, baseDecimals: 8, quoteDecimals: 6 })).toEqual({
    ...{ price_decimals: '3', quantity_decimals: '8', tick: '0.1', lot: '0.000001' },
    ...{ quantity_min: '0.000001', quantity_max: '100', cost_min: '5', cost_max: '1000000' },
  });
  expect(marketDefaults({ price: 0.000_008, quoteValue: 1, baseDecimals: 8, quoteDecimals: 6 })).toEqual({
    ...{ price_decimals: '13', quantity_decimals: '2', tick: '0.00000000001', lot: '1' },
    ...{ quantity_min: '1', quantity_max: '1000000000000', cost_min: '5', cost_max: '1000000' },
  });
});

it('know what a coin is worth from the markets there are', () => {
  const markets = [
    { code: 'ETH-USDT', price: '3000.5' },
    { code: 'LTC-USDT', price: null },
  ];
  expect(['USDT', 'ETH', 'LTC', 'XRP'].map((coin) => knownValue(coin, markets))).toEqual([
    ...[1, 3_000.5, undefined, undefined],
  ]);
  expect(asText(0.028_331_2)).toBe('0.028331');
});

it('take the value of a currency from its rate where no market has it', () => {
  expect(knownValue('EUR', [], [{ currency: 'EUR', rate: '0.8' }])).toBe(1.25);
  expect(knownValue('EUR', [], [{ currency: 'EUR', rate: null }])).toBeUndefined();
});
