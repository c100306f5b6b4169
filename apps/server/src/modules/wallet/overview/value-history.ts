import type { ValueHistory, ValueRange } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { currentRates, type Rate, type Rates, ratesAt, showWorth, worthOf } from '#modules/rates/index.ts';
import { shareAnswer } from '#platform/concurrency/shared-answer.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { balancesAt } from './past-balances.ts';
import { heldCoins } from './read-overview.ts';
import { gridOf, type ValueGrid } from './value-grid.ts';

export interface ValueHistoryAsked {
  readonly userId: string;
  readonly currency: string;
  readonly range: ValueRange;
}

/** Whoever asks for the same within this time gets the same answer. */
const keptMs = 10_000;
const keptMax = 1_000;
/** Prices of the past do not change; as many grids as there are ranges, currencies and a few more. */
const gridsMax = 200;

/**
 * What a user's coins were worth over time: at each moment of a grid the balance that the ledger has after the last entry before it, by the prices of then. The
 * ledger keeps the balance with every entry, so that a moment costs a look into its index, however many entries there are.
 */
export const valueHistory = defineService('value history', (platform: Platform) => {
  const answers = new Bounded<() => Promise<ValueHistory>>(keptMax);
  const grids = new Bounded<Promise<Rates>>(gridsMax);
  const ratesOf = (currency: string, { timeframe, stepMs, times }: ValueGrid): Promise<Rates> =>
    grids.use(`${currency} ${stepMs} ${times[0]} ${times.at(-1)}`, () =>
      times.length === 0 ? Promise.resolve(new Map()) : ratesAt(platform, { currency, timeframe, times }),
    );
  return ({ userId, currency, range }: ValueHistoryAsked): Promise<ValueHistory> =>
    answers.use(`${userId} ${currency} ${range}`, () =>
      shareAnswer(() => readValueHistory(platform, { userId, currency, range }, ratesOf), keptMs),
    )();
});

async function readValueHistory(
  platform: Platform,
  { userId, currency, range }: ValueHistoryAsked,
  ratesOf: (currency: string, grid: ValueGrid) => Promise<Rates>,
): Promise<ValueHistory> {
  const current = await currentRates(platform)(currency);
  const now = platform.clock.now().getTime();
  const since = range === 'all' ? await firstEntry(platform, userId) : undefined;
  const grid = gridOf(range, { now, since });
  const [rates, balances, { held, decimals }] = await Promise.all([
    ratesOf(currency, grid),
    balancesAt(platform, userId, grid.times),
    platform.view.read((exchange) => ({
      held: heldCoins(exchange, userId),
      decimals: new Map(exchange.coins),
    })),
  ]);
  const unvalued = new Set<string>();
  const pointOf = (
    time: number,
    coins: Iterable<readonly [string, bigint]>,
    rateOf: (coin: string) => Rate | undefined,
  ) => {
    let [sum, isKnown, isEmpty] = [0n, false, true];
    for (const [coin, units] of coins) {
      if (units === 0n) continue;
      isEmpty = false;
      const rate = rateOf(coin);
      if (rate) {
        isKnown = true;
        sum += worthOf(units, decimals.get(coin) ?? 0, rate);
      } else unvalued.add(coin);
    }
    const value = isKnown || isEmpty ? showWorth(sum, currency, decimals) : null;
    return { time: new Date(time).toISOString(), value };
  };
  const points = grid.times.map((time, place) =>
    pointOf(
      time,
      [...balances].map(([coin, units]) => [coin, units[place] ?? 0n] as const),
      (coin) => rates.get(coin)?.[place],
    ),
  );
  points.push(
    pointOf(
      now,
      held.map(({ coin, total }) => [coin, total] as const),
      (coin) => current.get(coin)?.now,
    ),
  );
  return { in: currency, range, points, unvalued: [...unvalued].sort() };
}

async function firstEntry({ database }: Platform, account: string): Promise<number | undefined> {
  const { rows } = await sql<{ at: number }>`
    select at::float8 as at from ledger_entries where account = ${account} order by ledger_entries.at limit 1
  `.execute(database.kysely);
  return rows[0]?.at;
}

/** Keeps the newest so many; what fails is not kept. */
class Bounded<Value> {
  readonly #kept = new Map<string, Value>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  use(key: string, make: () => Value): Value {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#kept.set(key, made);
    if (made instanceof Promise) made.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#max && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }
}
