import {
  type FiatCurrency,
  type FiatRate,
  fiatCurrencies,
  rateHoursMax,
  rateStepPercentMax,
} from '@emporion/contracts/rest';
import { formatDecimal, invariant, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { demoRate } from './demo-rates.ts';

/** What one USDT was worth in a currency. */
export interface FiatQuote {
  /** In units of 10^-12. */
  readonly rate: bigint;
  /** In milliseconds since 1970. */
  readonly at: number;
}

export const fiatRateDecimals = 12;
const demoDecimals = 6;

export function isFiat(code: string): code is FiatCurrency {
  return fiatCurrencies.some((currency) => currency === code);
}

/**
 * What counted at each moment: the last that was entered or fetched, unless it was too old then. A demo has rates of its own where nobody entered any.
 */
export async function fiatRatesAt(
  { config, database }: Pick<Platform, 'config' | 'database'>,
  currency: FiatCurrency,
  times: readonly number[],
): Promise<(FiatQuote | undefined)[]> {
  const moments = times.map((time) => new Date(time).toISOString());
  const { rows } = await sql<{ place: number; rate: string; at: Date }>`
    select asked.place::int as place, found.rate, found.at
    from unnest(${moments}::timestamptz[]) with ordinality as asked (at, place)
    cross join lateral (
      select trim_scale(rate)::text as rate, at from fiat_rates
      where currency = ${currency} and at <= asked.at and at > asked.at - make_interval(hours => ${rateHoursMax})
      order by at desc limit 1
    ) as found
  `.execute(database.kysely);
  const stored = new Map(
    rows.map(({ place, rate, at }) => [place - 1, { rate: unitsOf(rate), at: at.getTime() }]),
  );
  return times.map((time, place) => stored.get(place) ?? (config.demo ? ofDemo(currency, time) : undefined));
}

function ofDemo(currency: FiatCurrency, time: number): FiatQuote {
  const { rate, at } = demoRate(currency, time);
  return { rate: rate * 10n ** BigInt(fiatRateDecimals - demoDecimals), at };
}

function unitsOf(rate: string): bigint {
  const parsed = parseDecimal(rate, fiatRateDecimals);
  invariant(parsed.ok, 'a stored rate is a decimal');
  return parsed.value;
}

export interface NewFiatRate {
  readonly currency: FiatCurrency;
  readonly rate: string;
  readonly at: Date;
  /** The operator and why; without one it came from the address. */
  readonly entered?: {
    readonly by: string;
    readonly reason: string;
    /** By which two people agreed on it. */
    readonly approval?: string;
  };
}

/** A second one of the same millisecond takes the place of the first. */
export async function addFiatRate(
  db: QueryExecutorProvider,
  { currency, rate, at, entered }: NewFiatRate,
): Promise<void> {
  await sql`
    insert into fiat_rates (currency, at, rate, source, entered_by, reason, approval_id)
    values (${currency}, ${at}, ${rate}::numeric, ${entered ? 'operator' : 'url'}, ${entered?.by ?? null},
      ${entered?.reason ?? null}, ${entered?.approval ?? null})
    on conflict (currency, at) do update
    set rate = excluded.rate, source = excluded.source, entered_by = excluded.entered_by, reason = excluded.reason,
      approval_id = excluded.approval_id
  `.execute(db);
}

/** The name of the lock that a small step of a currency takes. */
export const stepLock = (currency: FiatCurrency): string => `fiat rate ${currency}`;

/**
 * By which something of a currency is worth the most: the lowest of all rates that counted within 48 hours. Whoever enters a high one makes nothing cheap by it.
 */
export async function lowestFiatRate(
  platform: Pick<Platform, 'config' | 'database' | 'clock'>,
  currency: FiatCurrency,
): Promise<bigint | undefined> {
  const now = platform.clock.now();
  const { rows } = await sql<{ rate: string | null }>`
    select trim_scale(min(rate))::text as rate from fiat_rates
    where currency = ${currency} and at <= ${now} and at > ${now}::timestamptz - make_interval(hours => ${rateHoursMax})
  `.execute(platform.database.kysely);
  if (rows[0]?.rate) return unitsOf(rows[0].rate);
  return platform.config.demo ? ofDemo(currency, now.getTime()).rate : undefined;
}

/**
 * Checks that one person may enter a rate. It must be near each of these: the last rate that two people agreed on or the address told, however old; the rate that
 * counted 24 hours ago; the last rate; and all that were entered within 48 hours since that agreed one. Many small steps therefore lead no further than one.
 *
 * @throws Problem rate_needs_second_person, also for the first rate.
 */
export async function requireSmallStep(
  transaction: Transaction<unknown>,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  { currency, rate }: { readonly currency: FiatCurrency; readonly rate: string },
): Promise<void> {
  // Of two at once the second is judged by the first. What two people agreed on, or an address says, is not held up by it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${stepLock(currency)}, 0))`.execute(transaction);
  const now = clock.now();
  const { rows } = await sql<{ rate: string }>`
    with own as (select at, rate, source = 'url' or approval_id is not null as trusted from fiat_rates where currency = ${currency})
    select trim_scale(rate)::text as rate from own
    where at = (select max(at) from own)
      or at = (select max(at) from own where trusted)
      or at = (select max(at) from own where at <= ${now}::timestamptz - interval '24 hours')
      or (
      at > ${now}::timestamptz - make_interval(hours => ${rateHoursMax})
      and at >= coalesce((select max(at) from own where trusted), '-infinity')
    )
  `.execute(transaction);
  const known = rows.map((row) => unitsOf(row.rate));
  if (known.length === 0 && config.demo) known.push(ofDemo(currency, now.getTime()).rate);
  const entered = unitsOf(rate);
  const isNear = (former: bigint) => {
    const step = entered > former ? entered - former : former - entered;
    return step * 100n <= former * BigInt(rateStepPercentMax);
  };
  if (known.length === 0 || !known.every(isNear)) throw new Problem('rate_needs_second_person');
}

interface StoredRate {
  readonly currency: FiatCurrency;
  readonly rate: string;
  readonly at: Date;
  readonly source: 'operator' | 'url';
  readonly by: string | null;
  readonly reason: string | null;
}

/** The last of each currency, however old. */
export async function listFiatRates({
  config,
  database,
  clock,
}: Pick<Platform, 'config' | 'database' | 'clock'>): Promise<FiatRate[]> {
  const { rows } = await sql<StoredRate>`
    select distinct on (currency) currency, trim_scale(rate)::text as rate, at, source, entered_by as by, reason
    from fiat_rates order by currency, at desc
  `.execute(database.kysely);
  const now = clock.now().getTime();
  return fiatCurrencies.map((currency) => {
    const stored = rows.find((row) => row.currency === currency);
    const counts = stored !== undefined && stored.at.getTime() > now - rateHoursMax * 3_600_000;
    if (stored && (counts || !config.demo)) {
      const { rate, at, source, by, reason } = stored;
      return { currency, rate, time: at.toISOString(), source, by, reason, counts };
    }
    const nobody = { by: null, reason: null };
    if (!config.demo) return { currency, rate: null, time: null, source: null, ...nobody, counts: false };
    const { rate, at } = demoRate(currency, now);
    const shown = { rate: formatDecimal(rate, demoDecimals), time: new Date(at).toISOString() };
    return { currency, ...shown, source: 'demo' as const, ...nobody, counts: true };
  });
}
