import { isFiat, type Rate, ratesAt } from '#modules/rates/index.ts';
import type { Platform } from '#platform/platform.ts';
import { valueCoin } from './value-for-limits.ts';

const hourMs = 3_600_000;
const hours = 24;

/**
 * What one of each coin is worth in USDT where it is to be worth something: the lower of its last price and the median of the last day's hours. Whoever trades with
 * themselves at a high price for a moment would otherwise keep a coin that nobody wants in the place of money. One without a price in half of those hours is
 * worth nothing. Rates of currencies are no trader's to move.
 */
export async function carefulRates(
  platform: Pick<Platform, 'view' | 'database' | 'config'>,
  now: Date,
): Promise<ReadonlyMap<string, Rate>> {
  const last = now.getTime();
  const times = [...Array.from({ length: hours }, (_, index) => last - (index + 1) * hourMs), last];
  const rates = await ratesAt(platform, { currency: valueCoin, timeframe: '1h', times, now: last });
  const careful = [...rates].map(
    ([coin, known]) => [coin, isFiat(coin) ? known.at(-1) : carefulRate(known)] as const,
  );
  return new Map(careful.flatMap(([coin, rate]) => (rate ? [[coin, rate]] : [])));
}

/** Of the rates of some hours and, as the last, the one of now. */
export function carefulRate(known: readonly (Rate | undefined)[]): Rate | undefined {
  const now = known.at(-1);
  const past = known.slice(0, -1).map((rate) => rate?.value ?? 0n);
  const median = past.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[Math.floor((past.length - 1) / 2)] ?? 0n;
  if (!now || median === 0n) return undefined;
  return median < now.value ? { ...now, value: median } : now;
}
