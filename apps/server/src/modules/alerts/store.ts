import { type QueryExecutorProvider, sql } from 'kysely';
import type { AlertRow, AlertTerms } from './alert.ts';

const columns = sql`
  alerts.id::text as id, user_id as "userId", pair, metric, direction, trim_scale(alerts.value)::text as value,
  created_at as "createdAt", fired_at as "firedAt", trim_scale(fired_value)::text as "firedValue"
`;

export interface NewAlertRow extends AlertTerms {
  readonly userId: string;
  readonly sinceTrade: number;
  readonly createdAt: Date;
}

/** One caller of a user at a time, so that nobody gets past the bound by asking twice at once. */
export async function lockAlertsOf(db: QueryExecutorProvider, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alerts:${userId}`}, 0))`.execute(db);
}

export async function countActive(db: QueryExecutorProvider, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alerts where user_id = ${userId} and fired_at is null
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** The one that waits for the same already. */
export async function findSame(
  db: QueryExecutorProvider,
  { userId, pair, metric, direction, value }: AlertTerms & { readonly userId: string },
): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`
    select ${columns} from alerts
    where user_id = ${userId} and pair = ${pair} and metric = ${metric} and direction = ${direction}
      and value = ${value}::numeric and fired_at is null
  `.execute(db);
  return rows[0];
}

export async function insertAlert(db: QueryExecutorProvider, alert: NewAlertRow): Promise<AlertRow> {
  const { userId, pair, metric, direction, value, sinceTrade, createdAt } = alert;
  const { rows } = await sql<AlertRow>`
    insert into alerts (user_id, pair, metric, direction, value, since_trade, created_at)
    values (${userId}, ${pair}, ${metric}, ${direction}, ${value}::numeric, ${sinceTrade}, ${createdAt})
    returning ${columns}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An alert was not written.');
  return row;
}

/** False when the user has no such alert. */
export async function deleteAlert(
  db: QueryExecutorProvider,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from alerts where id = ${id}::bigint and user_id = ${userId} returning id
  `.execute(db);
  return rows.length > 0;
}

export async function listActive(db: QueryExecutorProvider, userId: string): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${columns} from alerts where user_id = ${userId} and fired_at is null order by id desc
  `.execute(db);
  return rows;
}

export async function listFired(
  db: QueryExecutorProvider,
  { userId, limit }: { userId: string; limit: number },
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${columns} from alerts where user_id = ${userId} and fired_at is not null
    order by fired_at desc, id desc limit ${limit}
  `.execute(db);
  return rows;
}

export interface WaitingRow extends AlertTerms {
  readonly id: string;
  readonly sinceTrade: number;
}

/** Every alert that waits, of everyone, those that were set first first. */
export async function listWaiting(db: QueryExecutorProvider): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select id::text as id, pair, metric, direction, trim_scale(value)::text as value,
      since_trade::float8 as "sinceTrade"
    from alerts where fired_at is null order by since_trade, id
  `.execute(db);
  return rows;
}

/** Notes what was reached, and answers with those that still waited: each is answered once, however often it is asked for. */
export async function markFired(
  db: QueryExecutorProvider,
  { fired, at }: { fired: readonly { id: string; value: string }[]; at: Date },
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    update alerts set fired_at = ${at}, fired_value = fired.value
    from unnest(
      ${fired.map(({ id }) => id)}::bigint[], ${fired.map(({ value }) => value)}::numeric[]
    ) as fired (alert, value)
    where id = fired.alert and fired_at is null
    returning ${columns}
  `.execute(db);
  return rows;
}

export async function readProgress(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ trade: number }>`
    select trade_id::float8 as trade from alert_progress
  `.execute(db);
  return rows[0]?.trade ?? 0;
}

export async function writeProgress(db: QueryExecutorProvider, trade: number): Promise<void> {
  await sql`update alert_progress set trade_id = greatest(trade_id, ${trade})`.execute(db);
}

/** Forgets what fired before a moment. */
export async function purgeFired(db: QueryExecutorProvider, before: Date): Promise<void> {
  await sql`delete from alerts where fired_at < ${before}`.execute(db);
}
