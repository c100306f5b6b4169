import type { Candle } from '@emporion/contracts/rest';
import type { CandleRecord } from '#modules/market-data/index.ts';
import type { MarketUnits } from '#modules/trading/index.ts';

export function candleOnWire(
  { time, open, high, low, close, volume }: CandleRecord,
  market: MarketUnits,
): Candle {
  return {
    time,
    open: market.showPrice(open),
    high: market.showPrice(high),
    low: market.showPrice(low),
    close: market.showPrice(close),
    volume: market.showQuantity(volume),
  };
}
