import { formatDecimal } from '@emporion/kernel';
import { listCandles } from '#modules/market-data/index.ts';
import { fiatRateDecimals, isFiat, lowestFiatRate } from '#modules/rates/index.ts';
import type { Platform } from '#platform/platform.ts';

/** In which the limits of a day are reckoned. */
export const valueCoin = 'USDT';

/** So many hours in which something was traded say what a coin is usually worth. */
const hours = 24;

/**
 * What so many units of a coin are worth, as a decimal of USDT rounded up; undefined when nothing was traded. The price is the highest of the
 * last one, the operator's and the median of the last day's hours: whoever trades with themselves at a low price for a moment would
 * otherwise withdraw any amount as if it were little. A currency is worth what the best of its rates of 48 hours says, for the same cause.
 */
export async function valueForLimits(
  platform: Pick<Platform, 'view' | 'database' | 'config' | 'clock'>,
  { coin, units }: { coin: string; units: bigint },
): Promise<string | undefined> {
  const { view, database } = platform;
  const code = `${coin}-${valueCoin}`;
  const known = await view.read(({ coins, markets }) => {
    const market = markets.get(code);
    const now = market && Math.max(market.lastPrice, market.referencePrice);
    return { decimals: coins.get(valueCoin), own: coins.get(coin) ?? 0, now, definition: market?.definition };
  });
  if (known.decimals === undefined) return undefined;
  if (coin === valueCoin) return formatDecimal(units, known.decimals);
  if (isFiat(coin)) {
    const rate = await lowestFiatRate(platform, coin);
    if (rate === undefined) return undefined;
    const per = rate * 10n ** BigInt(known.own);
    return formatDecimal(
      (units * 10n ** BigInt(known.decimals + fiatRateDecimals) + per - 1n) / per,
      known.decimals,
    );
  }
  if (!known.definition || !known.now) return undefined;
  const price = Math.max(known.now, await usualPrice(database, code));
  const { baseDecimals, quoteDecimals, priceDecimals } = known.definition;
  const scale = 10n ** BigInt(baseDecimals + priceDecimals);
  const value = (units * BigInt(price) * 10n ** BigInt(quoteDecimals) + scale - 1n) / scale;
  return formatDecimal(value, quoteDecimals);
}

/** In the market's units; zero when nothing was traded. */
async function usualPrice({ kysely }: Platform['database'], market: string): Promise<number> {
  const candles = await listCandles(kysely, { market, timeframe: '1h', limit: hours });
  const closes = candles.map(({ close }) => close).sort((a, b) => a - b);
  return closes[Math.floor(closes.length / 2)] ?? 0;
}
