import { shareAnswer } from '#platform/http/shared-answer.ts';
import type { Platform } from '#platform/platform.ts';
import { loadMarkets, type Markets } from './markets.ts';
import { loadTradingRules, type TradingRules } from './trading-rules.ts';

/** Another process may change a coin; this is how long we may not know. */
const keptMs = 5_000;
const rulesKeptMs = 1_000;

interface Entry {
  readonly loadedAt: number;
  readonly markets: Promise<Markets>;
}

/** One entry per database, so that two servers in one process do not answer for each other. */
const entries = new WeakMap<Platform['database'], Entry>();

const rules = new WeakMap<Platform['database'], () => Promise<TradingRules>>();

type Needs = Pick<Platform, 'database' | 'clock'>;

/** The markets, from memory when they were read a moment ago. Calls that come together share one reading. */
export function readMarkets({ database, clock }: Needs): Promise<Markets> {
  const now = clock.now().getTime();
  const known = entries.get(database);
  if (known && now - known.loadedAt < keptMs) return known.markets;
  const entry = { loadedAt: now, markets: loadMarkets(database.kysely) };
  entries.set(database, entry);
  entry.markets.catch(() => {
    // A failure is not remembered: the next call tries again.
    if (entries.get(database) === entry) entries.delete(database);
  });
  return entry.markets;
}

/** To be called after a change to coins, networks or pairs has been committed. */
export function forgetMarkets({ database }: Pick<Platform, 'database'>): void {
  entries.delete(database);
  rules.delete(database);
}

/** The rules of trading, hidden coins included, at most a second old. */
export function readTradingRules({ database }: Pick<Platform, 'database'>): Promise<TradingRules> {
  const read = rules.get(database) ?? shareAnswer(() => loadTradingRules(database.kysely), rulesKeptMs);
  rules.set(database, read);
  return read();
}
