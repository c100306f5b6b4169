import {
  type depositReviewEndpoints,
  type ReviewedDeposit,
  unlistedCurrency,
} from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod/mini';
import type { Platform } from '#platform/platform.ts';
import { listDeposits } from '../deposits/deposit.ts';
import { reviewDeposits } from './deposit-rows.ts';
import { findNamedUser, isUuid } from './named-user.ts';
import { readPlace, writePlace } from './place.ts';

type DepositFilter = z.output<typeof depositReviewEndpoints.list.query>;
type Narrowed = z.output<typeof depositReviewEndpoints.export.query>;

/** A page of deposits, by an index that stays fast however deep it is. */
export async function listReviewedDeposits(
  platform: Platform,
  filter: DepositFilter,
): Promise<{ results: ReviewedDeposit[]; next: string | null }> {
  const { limit, order } = filter;
  const conditions = await conditionsOf(platform, filter);
  if (conditions === undefined) return { results: [], next: null };
  const after = readPlace(filter.cursor);
  const beyond = after && [
    order === 'oldest'
      ? sql`(seen_at, id) > (${after.at}, ${after.id}::uuid)`
      : sql`(seen_at, id) < (${after.at}, ${after.id}::uuid)`,
  ];
  const which = sql.join([...conditions, ...(beyond ?? [])], sql` and `);
  const sorted = order === 'oldest' ? sql`seen_at, id` : sql`seen_at desc, id desc`;
  const found = await listDeposits(
    platform.database.kysely,
    sql`${which} order by ${sorted} limit ${limit + 1}`,
  );
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    results: await reviewDeposits(platform, shown),
    next: last ? writePlace({ rank: 0, at: last.seenAt, id: last.id }) : null,
  };
}

export async function countDeposits(platform: Platform, filter: Narrowed): Promise<number> {
  const conditions = await conditionsOf(platform, filter);
  if (conditions === undefined) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deposits where ${sql.join(conditions, sql` and `)}
  `.execute(platform.database.kysely);
  return rows[0]?.count ?? 0;
}

/** Undefined: nothing can be found. */
async function conditionsOf(
  { database }: Platform,
  { status, stage, reason, currency, network, user, text, from, to }: Narrowed,
): Promise<RawBuilder<unknown>[] | undefined> {
  const owner = user ? await findNamedUser(database.kysely, user) : undefined;
  if (user && owner === undefined) return undefined;
  return [
    sql`true`,
    ...(status === undefined ? [] : [statusCondition(status)]),
    ...(stage === undefined ? [] : [sql`status = ${stage}`]),
    // Only held ones have a reason, and those have an index.
    ...(reason === undefined ? [] : [sql`status = 'held' and reason = ${reason}`]),
    ...coinCondition({ currency, reason, text }),
    ...(network === undefined ? [] : [sql`network = ${network}`]),
    ...(owner === undefined ? [] : [sql`user_id = ${owner}`]),
    ...(text ? [await textCondition(database.kysely, text)] : []),
    ...(from === undefined ? [] : [sql`seen_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`seen_at < ${to}`]),
  ];
}

/** Tokens that are not listed are left out unless they are asked for: anybody can send any number of them. */
function coinCondition({
  currency,
  reason,
  text,
}: Pick<Narrowed, 'currency' | 'reason' | 'text'>): RawBuilder<unknown>[] {
  if (currency === unlistedCurrency) return [sql`coin is null`];
  if (currency !== undefined) return [sql`coin = ${currency}`];
  return reason === 'unknown_token' || text ? [] : [sql`coin is not null`];
}

/** Written as the index of the short status is, which has all but those that are completed: nearly all are. */
function statusCondition(status: NonNullable<Narrowed['status']>): RawBuilder<unknown> {
  return status === 'completed'
    ? sql`status = 'completed'`
    : sql`status <> 'completed' and deposit_status(status) = ${status}`;
}

/** What is no hash that we know is an address: one condition or the other, so that each has its index. */
async function textCondition(db: QueryExecutorProvider, text: string): Promise<RawBuilder<unknown>> {
  if (isUuid(text)) return sql`id = ${text}::uuid`;
  const ofHash = sql`transaction_id in (${text}, lower(${text}))`;
  const { rows } = await sql`select from deposits where ${ofHash} limit 1`.execute(db);
  return rows.length > 0 ? ofHash : sql`address = ${text}`;
}
