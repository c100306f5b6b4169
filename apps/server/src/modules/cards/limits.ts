import type { CardLimits } from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

const dayMs = 86_400_000;

/** What an account may buy with cards, and has within 24 hours. What is still open counts, and so does a refused one while its page takes another card. */
export async function readLimits(
  db: QueryExecutorProvider,
  { userId, now }: { userId: string; now: Date },
): Promise<CardLimits> {
  const since = new Date(now.getTime() - dayMs);
  const { rows } = await sql<CardLimits>`
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

/** @throws Problem amount_too_large for one payment, card_limit_exceeded for the day. */
export function requireWithinLimits({ payment_max, day_left }: CardLimits, value: string): void {
  if (units(value) > units(payment_max))
    throw new Problem('amount_too_large', { params: { max: `${payment_max} USDT` } });
  if (units(value) > units(day_left))
    throw new Problem('card_limit_exceeded', { params: { left: day_left } });
}
