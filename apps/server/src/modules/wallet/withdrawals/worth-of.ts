import { formatDecimal } from '@emporion/kernel';
import type { Platform } from '#platform/platform.ts';

/** In which the limits of a day are reckoned. */
export const valueCoin = 'USDT';

/** What so many units of a coin are worth by the last trade, as a decimal of USDT rounded up; undefined when nothing was traded. */
export function worthOf(
  { view }: Pick<Platform, 'view'>,
  { coin, units }: { coin: string; units: bigint },
): Promise<string | undefined> {
  return view.read(({ coins, markets }) => {
    const decimals = coins.get(valueCoin);
    if (decimals === undefined) return undefined;
    if (coin === valueCoin) return formatDecimal(units, decimals);
    const market = markets.get(`${coin}-${valueCoin}`);
    const price = market && (market.lastPrice || market.referencePrice);
    if (!market || !price) return undefined;
    const { baseDecimals, quoteDecimals, priceDecimals } = market.definition;
    const scale = 10n ** BigInt(baseDecimals + priceDecimals);
    const value = (units * BigInt(price) * 10n ** BigInt(quoteDecimals) + scale - 1n) / scale;
    return formatDecimal(value, quoteDecimals);
  });
}
