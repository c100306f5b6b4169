import { formatDecimal, powerOfTen } from '@emporion/kernel';
import type { LiveTicker } from '#modules/market-data/index.ts';
import type { PairFigures } from '#modules/markets/index.ts';
import type { MarketUnits } from '#modules/trading/index.ts';

/** The best prices of a book; zero where a side is empty. */
export interface BestPrices {
  readonly bid: number;
  readonly ask: number;
}

/** What 24 hours say of a pair, as people read it. Nothing is known of them before the tickers are; a market that never traded is known to have no volume. */
export function pairFigures(
  market: MarketUnits,
  ticker: LiveTicker | 'none' | 'unknown',
  { bid, ask }: BestPrices,
): Omit<PairFigures, 'id' | 'code'> {
  const price = (units: number) => (units > 0 ? market.showPrice(units) : null);
  const sides = {
    bid: price(bid),
    ask: price(ask),
    spread: bid > 0 && ask > 0 ? market.showPrice(ask - bid) : null,
  };
  if (ticker === 'none' || ticker === 'unknown') {
    const volume = ticker === 'none' ? '0' : null;
    return { volume, price: null, price_24h: null, change: null, high: null, low: null, ...sides };
  }
  return {
    volume: showProduct(ticker.quoteVolume, market),
    price: price(ticker.price),
    price_24h: price(ticker.priceBefore),
    change: changePercent(ticker.priceBefore, ticker.price),
    high: price(ticker.high),
    low: price(ticker.low),
    ...sides,
  };
}

/** To hundredths of a percent, towards zero. */
export function changePercent(before: number, now: number): string {
  if (before === 0) return '0';
  return formatDecimal((BigInt(now - before) * 10_000n) / BigInt(before), 2);
}

/** A sum of prices times quantities, in the quote coin, rounded down to its smallest unit. */
function showProduct(product: bigint, { definition }: MarketUnits): string {
  const { priceDecimals, quantityDecimals, quoteDecimals } = definition;
  const amount = (product * powerOfTen(quoteDecimals)) / powerOfTen(priceDecimals + quantityDecimals);
  return formatDecimal(amount, quoteDecimals);
}
