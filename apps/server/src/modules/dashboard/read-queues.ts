import type { Dashboard } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { announcedDays } from '#modules/bank/index.ts';
import { isWatchedChargeback } from '#modules/cards/index.ts';
import { isOnDesk } from '#modules/kyc/index.ts';
import { undeliveredDays } from './list-undelivered.ts';

type Queue = Dashboard['queues'][number];

/** How many wait, and since when the oldest does. */
export async function readQueues(db: QueryExecutorProvider, now: Date): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select name, count::int as count,
      to_char(oldest at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as oldest
    from (
      select 'held_withdrawals' as name, count(*) as count, min(updated_at) as oldest from withdrawals where status = 'held'
      union all
      select 'held_deposits', count(*), min(seen_at) from deposits where status = 'held' and coin is not null
      union all
      select 'waiting_payouts', count(*), min(created_at) from withdrawals
        where status in ('queued', 'built', 'signed', 'broadcast') and waits_for is not null
      union all
      select 'verifications', count(*), min(coalesce(own.warned_at, own.submitted_at)) from kyc_applications own
        join users on users.id = own.user_id where ${isOnDesk}
      union all
      select 'tickets', count(*), min(waiting_since) from support_tickets where waiting_since is not null
      union all
      select 'stopped_coins', count(*), min(stopped_at) from coin_stops where lifted_at is null
      union all
      select 'bank_arrivals', count(*), min(recorded_at) from bank_arrivals where stage = 'waiting'
      union all
      -- What was announced is waited for so many days, so that those of former years are not looked at.
      select 'announced_transfers', count(*), min(created_at) from bank_deposits own
        where expired_at is null and created_at > ${now}::timestamptz - interval '${sql.raw(announcedDays)} days'
          and not exists (select from bank_arrivals where deposit_id = own.id)
      union all
      select 'chargebacks', count(*), min(updated_at) from card_orders own where ${isWatchedChargeback(now)}
      union all
      select 'incidents', count(*), min(started_at) from incidents where resolved_at is null
      union all
      select 'undelivered_messages', count(*), min(created_at) from messages
        where status = 'failed' and created_at > ${now}::timestamptz - interval '${sql.raw(undeliveredDays)} days'
    ) queues
  `.execute(db);
  return rows;
}

/** What waits for somebody else's vote; one's own proposals wait for others. */
export async function readApprovals(
  db: QueryExecutorProvider,
  { now, caller }: { now: Date; caller: string },
): Promise<Queue> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(proposed_at) as oldest from approvals
    where state = 'open' and expires_at > ${now} and proposed_by <> ${caller}
  `.execute(db);
  const [{ count, oldest } = { count: 0, oldest: null }] = rows;
  return { name: 'approvals', count, oldest: oldest?.toISOString() ?? null };
}
