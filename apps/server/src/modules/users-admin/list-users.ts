import type { userAdminEndpoints } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod/mini';
import { Problem } from '#platform/http/problem.ts';
import { findUsers } from './find-users.ts';
import { type Sight, type UserRow, userColumns } from './user-rows.ts';

export type UserFilter = z.output<typeof userAdminEndpoints.export.query>;

export interface UserPage {
  readonly filter: UserFilter;
  readonly sight: Sight;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A column to page by; somebody who never logged in comes after all who did. */
const keys = {
  registered: sql`created_at`,
  last_login: sql`coalesce(last_login_at, to_timestamp(0))`,
} as const;

/** One page in the order of an index, after the place that a cursor names: the deepest costs what the first one does. */
export async function listUsers(
  db: QueryExecutorProvider,
  { filter, sight, limit, cursor }: UserPage,
): Promise<{ rows: UserRow[]; next: string | null }> {
  const key = keys[filter.order];
  const conditions = conditionsOf(filter, sight);
  const users = await usersOf(db, filter, sight);
  if (cursor !== undefined) conditions.push(isAfter(key, cursor));
  // Cursors have microseconds, as the database keeps moments: by milliseconds, users of the same one would be left out.
  const { rows } = await sql<UserRow & { micros: string }>`
    select ${userColumns}, (extract(epoch from ${key}) * 1000000)::bigint::text as micros from ${users}
    where ${sql.join(conditions, sql` and `)} order by ${key} desc, id desc limit ${limit + 1}
  `.execute(db);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, next: last ? `${last.micros}:${last.id}` : null };
}

/** Up to so many are counted one by one; beyond, nobody needs to know exactly and counting would take as long as reading them all. */
const countedMax = 10_000;

export async function countUsers(
  db: QueryExecutorProvider,
  { filter, sight }: Pick<UserPage, 'filter' | 'sight'>,
): Promise<{ count: number; isExact: boolean }> {
  const conditions = conditionsOf(filter, sight);
  const users = await usersOf(db, filter, sight);
  const fitting = sql`from ${users} where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 ${fitting}
  `.execute(db);
  const estimate = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  if (estimate > countedMax) return { count: Math.round(estimate), isExact: false };
  return { count: await countExactly(db, { filter, sight }), isExact: true };
}

export async function countExactly(
  db: QueryExecutorProvider,
  { filter, sight }: Pick<UserPage, 'filter' | 'sight'>,
): Promise<number> {
  const conditions = conditionsOf(filter, sight);
  const users = await usersOf(db, filter, sight);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${users} where ${sql.join(conditions, sql` and `)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whom a search found are few, and are fetched before they are put in order: the planner would rather leaf through everybody in order until it met them. */
async function usersOf(
  db: QueryExecutorProvider,
  { search }: UserFilter,
  sight: Sight,
): Promise<RawBuilder<unknown>> {
  if (search === undefined) return sql`users`;
  const found = await findUsers(db, search, sight);
  return sql`(select * from users where id = any (${found}::uuid[]) offset 0) as users`;
}

const frozen = sql`greatest(payouts_frozen_until, staff_freeze_until) > now()`;
const restrictions = {
  trading: sql`not trading_enabled`,
  withdrawals: sql`not withdrawal_enabled`,
  payouts_frozen: frozen,
  owner: sql`frozen_at is not null`,
  any: sql`(not trading_enabled or not withdrawal_enabled or frozen_at is not null or ${frozen})`,
} as const;

/** The first condition is that of the index: a freeze that is over is in it, too. */
function restrictedBy(kind: UserFilter['restriction']): RawBuilder<unknown>[] {
  if (kind === undefined) return [];
  if (kind === 'none') return [sql`(${restrictions.any}) is not true`];
  const indexed = sql`(not trading_enabled or not withdrawal_enabled or frozen_at is not null
    or payouts_frozen_until is not null or staff_freeze_until is not null)`;
  return [indexed, restrictions[kind]];
}

/** Names of states are constants of ours, so that the planner sees which partial index has them. */
function conditionsOf(filter: UserFilter, sight: Sight): RawBuilder<unknown>[] {
  const { search, status, kyc, country, role, label } = filter;
  const is = (wanted: boolean | undefined, condition: RawBuilder<unknown>) =>
    wanted === undefined ? [] : [wanted ? condition : sql`not (${condition})`];
  const from = (key: RawBuilder<unknown>, moment: string | undefined) =>
    moment === undefined ? [] : [sql`${key} >= ${moment}::timestamptz`];
  const to = (key: RawBuilder<unknown>, moment: string | undefined) =>
    moment === undefined ? [] : [sql`${key} < ${moment}::timestamptz`];
  return [
    sql`true`,
    ...(sight.staff ? [] : [sql`roles = '{}'`]),
    // Whoever searches finds accounts that are closed, too.
    ...(status === undefined && search === undefined ? [sql`status <> 'closed'`] : []),
    ...(status === undefined ? [] : [sql`status = ${sql.lit(status)}`]),
    ...(kyc === undefined ? [] : [sql`kyc_status = ${sql.lit(kyc)}`]),
    ...(country === undefined ? [] : [sql`country = ${country}`]),
    ...(role === undefined ? [] : [sql`roles <> '{}'`]),
    ...(role === undefined || role === 'any' ? [] : [sql`${role} = any (roles)`]),
    ...(label === undefined ? [] : [sql`labels <> '{}' and labels @> ${[label]}::text[]`]),
    ...is(filter.second_factor, sql`second_factor`),
    ...is(filter.flagged, sql`flagged`),
    ...restrictedBy(filter.restriction),
    ...from(keys.registered, filter.registered_from),
    ...to(keys.registered, filter.registered_to),
    ...from(keys.last_login, filter.login_from),
    ...to(keys.last_login, filter.login_to),
  ];
}

const cursorShape = /^(-?[0-9]{1,17}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** @throws Problem unprocessable_entity for a cursor that is none. */
function isAfter(key: RawBuilder<unknown>, cursor: string): RawBuilder<unknown> {
  const [, micros, id] = cursorShape.exec(cursor) ?? [];
  if (micros === undefined || id === undefined)
    throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  const at = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return sql`(${key}, id) < (${at}, ${id}::uuid)`;
}
