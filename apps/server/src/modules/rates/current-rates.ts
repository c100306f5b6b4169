import { shareAnswer } from '#platform/concurrency/shared-answer.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { type Rate, ratesAt } from './coin-rates.ts';

const dayMs = 86_400_000;
/** Whoever asks within this time gets the same answer. */
const keptMs = 2_000;

export interface CurrentRate {
  readonly now: Rate | undefined;
  /** 24 hours ago. */
  readonly before: Rate | undefined;
}

type Ask = () => Promise<ReadonlyMap<string, CurrentRate>>;

/** What one of each coin is worth now and was 24 hours ago, by coin. There are as many answers at once as there are coins and currencies. */
export const currentRates = defineService('current rates', (platform: Platform) => {
  const kept = new Map<string, Ask>();
  const ask = async (currency: string): Promise<ReadonlyMap<string, CurrentRate>> => {
    const now = platform.clock.now().getTime();
    const rates = await ratesAt(platform, { currency, timeframe: '1m', times: [now - dayMs, now], now });
    return new Map([...rates].map(([coin, [before, after]]) => [coin, { before, now: after }]));
  };
  return async (currency: string): Promise<ReadonlyMap<string, CurrentRate>> => {
    const known = kept.get(currency) ?? shareAnswer(() => ask(currency), keptMs);
    const rates = await known();
    // Only what there is, is kept: a currency that nobody knows has thrown before.
    kept.set(currency, known);
    return rates;
  };
});
