import { shareAnswer } from '#platform/concurrency/shared-answer.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { type DailyMaximum, loadDailyMaxima } from './daily-maxima.ts';
import { loadMarkets, type Markets } from './markets.ts';
import { loadNetworks, type Networks } from './networks.ts';
import { loadTradingRules, type TradingRules } from './trading-rules.ts';

/** Another process may change a coin. What an operator switches off must stop within a second everywhere. */
const keptMs = 1_000;

type Needs = Pick<Platform, 'database' | 'runtime'>;

/** What was read a moment ago, and how it is read anew. */
class MarketCache {
  readonly #kysely: Platform['database']['kysely'];
  markets!: () => Promise<Markets>;
  rules!: () => Promise<TradingRules>;
  networks!: () => Promise<Networks>;
  levels!: () => Promise<readonly DailyMaximum[]>;

  constructor({ database }: Needs) {
    this.#kysely = database.kysely;
    this.forget();
  }

  forget(): void {
    this.markets = shareAnswer(() => loadMarkets(this.#kysely), keptMs);
    this.rules = shareAnswer(() => loadTradingRules(this.#kysely), keptMs);
    this.networks = shareAnswer(() => loadNetworks(this.#kysely), keptMs);
    this.levels = shareAnswer(() => loadDailyMaxima(this.#kysely), keptMs);
  }
}

const cacheOf = defineService('market cache', (platform: Needs) => new MarketCache(platform));

/** The markets, from memory when they were read a moment ago. Calls that come together share one reading. */
export const readMarkets = (platform: Needs): Promise<Markets> => cacheOf(platform).markets();

/** The rules of trading, hidden coins included, at most a second old. */
export const readTradingRules = (platform: Needs): Promise<TradingRules> => cacheOf(platform).rules();

/** The networks and the coins on them, hidden ones included, at most a second old. */
export const readNetworks = (platform: Needs): Promise<Networks> => cacheOf(platform).networks();

/** What may be withdrawn in a day, by level, at most a second old. */
export const readDailyMaxima = (platform: Needs): Promise<readonly DailyMaximum[]> =>
  cacheOf(platform).levels();

/** To be called after a change to coins, networks or pairs has been committed. */
export const forgetMarkets = (platform: Needs): void => cacheOf(platform).forget();
