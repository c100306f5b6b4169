import type { FundLine } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

const decimals = (value: RawBuilder<unknown>) =>
  sql`trim_scale((${value}) * ('1e-' || checks.decimals)::numeric)`;
const moment = (value: RawBuilder<unknown>) =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type Row = Omit<FundLine, 'level' | 'limits' | 'cover_hours'> & {
  readonly floor: string | null;
  readonly target: string | null;
  readonly ceiling: string | null;
  readonly coverHours: number | null;
  readonly isShort: boolean;
  readonly isBelow: boolean;
  readonly isAbove: boolean;
};

/** What lies where, as the books were last compared, and how long it lasts at the rate of the last day. */
export async function listFunds(db: QueryExecutorProvider, now: Date): Promise<FundLine[]> {
  const { rows } = await sql<Row>`
    with asked as (
      select network, coin, coalesce(sum(amount) filter (where status in ('requested', 'confirmed', 'held', 'queued')), 0) as queued
      from withdrawals where recipient is null and status not in ('completed', 'cancelled', 'rejected', 'failed')
      group by network, coin
    ), paid as (
      select network, coin, sum(amount) as paid from withdrawals
      where recipient is null and updated_at > ${now}::timestamptz - interval '24 hours' and status in ('broadcast', 'confirming', 'completed')
      group by network, coin
    ), swept as (
      select network, max(created_at) as last, count(*) filter (where status not in ('completed', 'failed', 'replaced')) as open
      from payouts where kind = 'sweep' and (status not in ('completed', 'failed', 'replaced') or updated_at > ${now}::timestamptz - interval '30 days')
      group by network
    ), lines as (
      select checks.network, checks.coin, ${decimals(sql`hot`)} as hot, ${decimals(sql`users`)} as users, ${decimals(sql`cold`)} as cold,
        ${decimals(sql`case chain.family when 'bitcoin' then hot + users else hot end`)} as payable,
        coalesce(asked.queued, 0) as queued, coalesce(paid.paid, 0) as paid, limits.floor, limits.target, limits.ceiling,
        swept.open as sweeps, swept.last as swept_at, checks.checked_at, keys.cold_address, chain.place, chain.family
      from book_checks checks
      join blockchains chain on chain.code = checks.network
      left join wallet_keys keys on keys.network = checks.network
      left join hot_limits limits on limits.network = checks.network and limits.coin = checks.coin
      left join asked on asked.network = checks.network and asked.coin = checks.coin
      left join paid on paid.network = checks.network and paid.coin = checks.coin
      left join swept on swept.network = checks.network
    )
    select lines.network, lines.coin as currency, hot::text, users::text, cold::text, payable::text, trim_scale(queued)::text as queued,
      trim_scale(paid)::text as paid, round(greatest(payable - queued, 0) / nullif(paid, 0) * 24, 1)::float8 as "coverHours",
      trim_scale(floor)::text as floor, trim_scale(target)::text as target, trim_scale(ceiling)::text as ceiling,
      payable < queued as "isShort", coalesce(payable - queued < floor, false) as "isBelow",
      coalesce(payable - queued > ceiling, false) as "isAbove",
      (
        select address from chain_addresses ours
        where ours.network = lines.network and user_id is null and branch = 1 order by id limit 1
      ) as hot_address, cold_address,
      (
        select json_build_object('id', id, 'status', status) from cold_refills refills
        where refills.network = lines.network and refills.coin = lines.coin and status not in ('completed', 'failed', 'cancelled')
      ) as refill,
      json_build_object(
        'open', coalesce(sweeps, 0), 'last', ${moment(sql`swept_at`)}, 'possible', family <> 'bitcoin',
        'asked', exists (select from sweep_requests asked where asked.network = lines.network)
      ) as sweeps,
      ${moment(sql`checked_at`)} as checked,
      exists (select from coin_stops where coin_stops.coin = lines.coin and lifted_at is null) as stopped
    from lines order by place, lines.network, lines.coin
  `.execute(db);
  return rows.map(({ floor, target, ceiling, coverHours, isShort, isBelow, isAbove, ...line }) => ({
    ...line,
    cover_hours: coverHours,
    limits: floor === null || target === null ? null : { floor, target, ceiling },
    level: isShort
      ? 'short'
      : isBelow
        ? 'below_floor'
        : isAbove
          ? 'above_ceiling'
          : floor === null
            ? 'unlimited'
            : 'between',
  }));
}
