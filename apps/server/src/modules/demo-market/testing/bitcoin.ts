import { MarketUnits } from '#modules/trading/index.ts';
import type { DemoPair } from '../demo-pairs.ts';

const units = new MarketUnits({
  market: 'BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  baseDecimals: 8,
  quoteDecimals: 6,
  priceDecimals: 2,
  quantityDecimals: 6,
});

/** A pair to test with, as the demo has it. */
export const bitcoin: DemoPair = {
  code: 'BTC-USDT',
  seed: 'BTC',
  anchor: 6_400_000,
  volatility: 100,
  step: 1_000,
  levelValue: 9_000,
  minuteValue: 18_000,
  units,
};
