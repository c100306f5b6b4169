import { type CardLimits, fiatCurrencies } from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { valueForLimits } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { showFiat } from './terms.ts';

const dayMs = 86_400_000;

/** By value in USDT. */
type ValueLimits = Omit<CardLimits, 'left'>;

/** What an account may buy with cards, and has within 24 hours. What is still open counts, and so does a refused one while its page takes another card. */
export async function readLimits(
  db: QueryExecutorProvider,
  { userId, now }: { userId: string; now: Date },
): Promise<ValueLimits> {
  const since = new Date(now.getTime() - dayMs);
  const { rows } = await sql<ValueLimits>`
    with own as (
      select account_level(${userId}) as level
    ), used as (
      select coalesce(sum(value), 0) as value from card_orders
      where user_id = ${userId} and side = 'buy' and created_at > ${since} and stage <> 'expired'
        and (stage <> 'refused' or (expires_at > ${now} and reason is distinct from 'cancelled'))
    )
    select card_levels.level, trim_scale(payment_max)::text as payment_max, trim_scale(day_max)::text as day_max,
      trim_scale(used.value)::text as day_used, trim_scale(greatest(day_max - used.value, 0))::text as day_left
    from own, used, card_levels where card_levels.level <= own.level
    order by card_levels.level desc limit 1
  `.execute(db);
  const [limits] = rows;
  if (!limits) throw new Error('There are no limits of card payments for the lowest level.');
  return limits;
}

const units = (text: string) => {
  const parsed = parseDecimal(text, 18);
  return parsed.ok ? parsed.value : 0n;
};

/** Worth ten billion of a currency: so much that what rounding adds to the value does not show. */
const probeUnits = 10n ** 12n;

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Rounded down to three digits. A limit that is round in USDT would read as 5,001.09 in a currency. */
export function roundedDown(amount: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, String(amount).length - 3));
  return (amount / step) * step;
}

interface LimitsInCurrency {
  /** The most that one purchase may cost now. */
  readonly most: bigint;
  readonly dayMax: bigint;
  readonly dayLeft: bigint;
}

/** The limits in hundredths of a currency. Undefined without a rate. */
async function limitsIn(
  platform: Platform,
  { payment_max, day_max, day_left }: ValueLimits,
  currency: string,
): Promise<LimitsInCurrency | undefined> {
  const value = await valueForLimits(platform, { coin: currency, units: probeUnits });
  if (value === undefined || units(value) === 0n) return undefined;
  const converted = (text: string) => (units(text) * probeUnits) / units(value);
  const dayMax = roundedDown(converted(day_max));
  const dayLeft = least(converted(day_left), dayMax);
  return { dayMax, dayLeft, most: least(roundedDown(converted(payment_max)), dayLeft) };
}

/** What its owner is shown: also in each currency, so that nobody has to know what a USDT is worth. */
export async function readOwnLimits(platform: Platform, userId: string): Promise<CardLimits> {
  const limits = await readLimits(platform.database.kysely, { userId, now: platform.clock.now() });
  const left: CardLimits['left'] = [];
  for (const currency of fiatCurrencies) {
    const own = await limitsIn(platform, limits, currency);
    if (own === undefined) continue;
    const { most, dayMax, dayLeft } = own;
    left.push({
      currency,
      max: showFiat(most),
      day_max: showFiat(dayMax),
      day_left: showFiat(dayLeft),
    });
  }
  return { ...limits, left };
}

/** @throws Problem amount_too_large for one payment, with the most in its currency, card_limit_exceeded for the day. */
export async function requireWithinLimits(
  platform: Platform,
  limits: ValueLimits,
  { value, currency }: { value: string; currency: string },
): Promise<void> {
  const { payment_max, day_left } = limits;
  if (units(value) > units(payment_max)) {
    const own = await limitsIn(platform, limits, currency);
    throw new Problem('amount_too_large', { params: { max: `${showFiat(own?.most ?? 0n)} ${currency}` } });
  }
  if (units(value) > units(day_left))
    throw new Problem('card_limit_exceeded', { params: { left: day_left } });
}
