import { parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { HoldReason } from './withdrawal.ts';

/** How carefully money leaves; the row is an operator's to change. */
export interface WithdrawalPolicy {
  readonly level: number;
  readonly holdAbove: string;
  readonly holdOnNewDevice: boolean;
  readonly newDeviceHours: number;
  readonly velocityRequests: number;
  readonly velocityMinutes: number;
  readonly addressDelayHours: number;
  readonly linkMinutes: number;
  readonly wrongCodesMax: number;
  readonly batchMax: number;
  readonly attemptsPerMinute: number;
}

export async function readPolicy(db: QueryExecutorProvider): Promise<WithdrawalPolicy> {
  const { rows } = await sql<WithdrawalPolicy>`
    select level, trim_scale(hold_above)::text as "holdAbove", hold_on_new_device as "holdOnNewDevice",
      new_device_hours as "newDeviceHours", velocity_requests as "velocityRequests", velocity_minutes as "velocityMinutes",
      address_delay_hours as "addressDelayHours", link_minutes as "linkMinutes", wrong_codes_max as "wrongCodesMax",
      batch_max as "batchMax", attempts_per_minute as "attemptsPerMinute"
    from withdrawal_policy
  `.execute(db);
  const [policy] = rows;
  if (!policy) throw new Error('The row of withdrawal_policy is gone.');
  return policy;
}

/** What one user has taken out within 24 hours, by withdrawals, transfers, codes and sales to cards, and may, as decimals. Refused and called-off ones do not count. */
export interface DayOfUser {
  readonly level: number;
  /** Of all coins, in USDT of value. */
  readonly valueMax: string;
  readonly valueUsed: string;
  readonly valueLeft: string;
  /** Of the coin, over all its networks. Null: no maximum. */
  readonly coinMax: string | null;
  readonly coinUsed: string;
  readonly coinLeft: string | null;
}

export async function readDay(
  db: QueryExecutorProvider,
  { userId, coin, now }: { userId: string; coin: string; now: Date },
): Promise<DayOfUser> {
  const since = new Date(now.getTime() - 86_400_000);
  const { rows } = await sql<DayOfUser>`
    with taken as (
      select coin, value, amount from withdrawals
      where user_id = ${userId} and created_at > ${since} and status not in ('cancelled', 'rejected', 'failed')
      union all
      select coin, value, amount from transfers
      where from_user = ${userId} and created_at > ${since} and status <> 'refused'
      union all
      select coin, value, amount from money_codes
      where maker = ${userId} and created_at > ${since} and status not in ('refused', 'cancelled', 'expired')
      union all
      select coin, value, coin_amount from card_orders
      where user_id = ${userId} and side = 'sell' and created_at > ${since} and stage not in ('refused', 'failed')
      union all
      -- What a sale brings leaves, too; its value is that of the coin.
      select currency, 0, coalesce(amount, expected) from card_orders
      where user_id = ${userId} and side = 'sell' and created_at > ${since} and stage not in ('refused', 'failed')
    ), day as (
      select coalesce(sum(value), 0) as value, coalesce(sum(amount) filter (where coin = ${coin}), 0) as amount from taken
    ), own as (
      select level, value_a_day from withdrawal_levels where level <= account_level(${userId}) order by level desc limit 1
    )
    select own.level, trim_scale(own.value_a_day)::text as "valueMax", trim_scale(day.value)::text as "valueUsed",
      trim_scale(greatest(own.value_a_day - day.value, 0))::text as "valueLeft",
      trim_scale(coins.withdrawal_daily_max)::text as "coinMax", trim_scale(day.amount)::text as "coinUsed",
      -- Not greatest(…) alone: beside a null it gives the other one.
      case when coins.withdrawal_daily_max is not null
        then trim_scale(greatest(coins.withdrawal_daily_max - day.amount, 0))::text end as "coinLeft"
    from day, own, coins where coins.code = ${coin}
  `.execute(db);
  const [day] = rows;
  if (!day) throw new Error(`There is no coin ${coin}.`);
  return day;
}

/** @throws Problem withdrawal_limit_exceeded. */
export function requireWithinDay(
  { valueLeft, coinLeft }: DayOfUser,
  { value, amount, coin }: { value: string | undefined; amount: string; coin: string },
): void {
  if (coinLeft !== null && unitsOf(amount) > unitsOf(coinLeft))
    throw new Problem('withdrawal_limit_exceeded', { params: { left: coinLeft, coin } });
  if (value !== undefined && unitsOf(value) > unitsOf(valueLeft))
    throw new Problem('out_of_limit', { params: { left: valueLeft } });
}

/** Of the coin alone, whatever its value. @throws Problem withdrawal_limit_exceeded. */
export async function requireCoinOfDay(
  db: QueryExecutorProvider,
  { amount, ...of }: { userId: string; coin: string; amount: string; now: Date },
): Promise<void> {
  requireWithinDay(await readDay(db, of), { value: undefined, amount, coin: of.coin });
}

/** As fine as anything that we count. */
export function unitsOf(decimal: string): bigint {
  const units = parseDecimal(decimal, 18);
  return units.ok ? units.value : 0n;
}

/** The withdrawals, transfers and codes that a user asked for within the last minutes, whatever came of them. */
function recentOf(userId: RawBuilder<unknown>, since: RawBuilder<unknown>): RawBuilder<{ count: number }> {
  return sql`(
    (select count(*) from withdrawals where user_id = ${userId} and created_at > ${since})
    + (select count(*) from transfers where from_user = ${userId} and created_at > ${since})
    + (select count(*) from money_codes where maker = ${userId} and created_at > ${since})
    + (select count(*) from card_orders where user_id = ${userId} and side = 'sell' and created_at > ${since})
  )`;
}

export async function countRecent(
  db: QueryExecutorProvider,
  { userId, minutes, now }: { userId: string; minutes: number; now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - minutes * 60_000);
  const { rows } = await sql<{ count: number }>`
    select ${recentOf(sql`${userId}::uuid`, sql`${since}::timestamptz`)}::int as count
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Why a person must look at a withdrawal before it goes out; undefined when it may go. */
export async function reasonToHold(
  db: QueryExecutorProvider,
  { id, now }: { id: string; now: Date },
): Promise<HoldReason | undefined> {
  const { rows } = await sql<{ reason: HoldReason | null }>`
    select case
      when own.value is null then 'unknown_value'
      when own.value > policy.hold_above then 'large_amount'
      when policy.hold_on_new_device and own.from_new_device then 'new_device'
      when ${recentOf(sql`own.user_id`, sql`${now}::timestamptz - policy.velocity_minutes * interval '1 minute'`)}
        > policy.velocity_requests then 'velocity'
    end as reason
    from withdrawals own, withdrawal_policy policy where own.id = ${id}
  `.execute(db);
  return rows[0]?.reason ?? undefined;
}
