import { type QueryExecutorProvider, sql } from 'kysely';
import type { Interval } from './schedule.ts';

export interface RecurringRow {
  readonly id: string;
  readonly userId: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly every: Interval;
  readonly startsAt: Date;
  readonly nextAt: Date;
  readonly status: 'active' | 'paused';
  readonly skipped: number;
}

/** What is to be done at one time; null while it is not known yet that it can be. */
export interface RunRow {
  readonly id: string;
  readonly dueAt: Date;
  readonly route: readonly string[] | null;
  readonly given: string | null;
  readonly least: string | null;
}

export interface EndedRun {
  readonly recurringId: string;
  readonly dueAt: Date;
  readonly outcome: 'done' | 'skipped';
  readonly given: string | null;
  readonly received: string | null;
  readonly reason: string | null;
}

const columns = sql`
  id, user_id as "userId", from_coin as "from", to_coin as "to", trim_scale(amount)::text as amount, every,
  starts_at as "startsAt", next_at as "nextAt", status, skipped
`;
const runColumns = sql`id::text as id, due_at as "dueAt", route, trim_scale(given)::text as given, trim_scale(least)::text as least`;

export async function listRecurring(db: QueryExecutorProvider, userId: string): Promise<RecurringRow[]> {
  const { rows } = await sql<RecurringRow>`
    select ${columns} from recurring_swaps where user_id = ${userId} and status <> 'ended'
    order by created_at desc, id
  `.execute(db);
  return rows;
}

const runsShown = 5;

export async function listEndedRuns(
  db: QueryExecutorProvider,
  recurringIds: readonly string[],
): Promise<EndedRun[]> {
  const { rows } = await sql<EndedRun>`
    select runs.* from unnest(${recurringIds}::uuid[]) as recurring (id) cross join lateral (
      select recurring_id as "recurringId", due_at as "dueAt", outcome, trim_scale(given)::text as given,
        trim_scale(received)::text as received, reason
      from recurring_swap_runs where recurring_id = recurring.id and outcome is not null
      order by due_at desc limit ${runsShown}
    ) as runs
  `.execute(db);
  return rows;
}

/** One caller of a user at a time, so that nobody gets past the bound by asking twice at once. */
export async function lockRecurringOf(db: QueryExecutorProvider, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`recurring:${userId}`}, 0))`.execute(db);
}

export async function insertRecurring(
  db: QueryExecutorProvider,
  {
    userId,
    from,
    to,
    amount,
    every,
    startsAt,
  }: Pick<RecurringRow, 'userId' | 'from' | 'to' | 'amount' | 'every' | 'startsAt'>,
): Promise<RecurringRow> {
  const { rows } = await sql<RecurringRow>`
    insert into recurring_swaps (user_id, from_coin, to_coin, amount, every, starts_at, next_at)
    values (${userId}, ${from}, ${to}, ${amount}::numeric, ${every}, ${startsAt}, ${startsAt})
    returning ${columns}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A recurring swap was not written.');
  return row;
}

export async function findRecurring(
  db: QueryExecutorProvider,
  { id, userId }: { id: string; userId: string },
): Promise<RecurringRow | undefined> {
  const { rows } = await sql<RecurringRow>`
    select ${columns} from recurring_swaps where id = ${id} and user_id = ${userId} and status <> 'ended' for update
  `.execute(db);
  return rows[0];
}

export async function changeRecurring(
  db: QueryExecutorProvider,
  {
    id,
    status,
    nextAt,
    skipped,
  }: { id: string; status: 'active' | 'paused' | 'ended'; nextAt: Date; skipped: number },
): Promise<void> {
  await sql`
    update recurring_swaps set status = ${status}, next_at = ${nextAt}, skipped = ${skipped} where id = ${id}
  `.execute(db);
}

/** Those whose time has come, and those that a crash left in the middle, whatever became of them since. */
export async function listDue(
  db: QueryExecutorProvider,
  { now, limit }: { now: Date; limit: number },
): Promise<RecurringRow[]> {
  const { rows } = await sql<RecurringRow>`
    select ${columns} from recurring_swaps
    where (status = 'active' and next_at <= ${now})
      or id in (select recurring_id from recurring_swap_runs where outcome is null)
    order by next_at limit ${limit}
  `.execute(db);
  return rows;
}

export async function findOpenRun(
  db: QueryExecutorProvider,
  recurringId: string,
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from recurring_swap_runs where recurring_id = ${recurringId} and outcome is null
  `.execute(db);
  return rows[0];
}

export async function insertRun(
  db: QueryExecutorProvider,
  { recurringId, dueAt, route, given, least }: Omit<RunRow, 'id'> & { recurringId: string },
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    insert into recurring_swap_runs (recurring_id, due_at, route, given, least)
    values (${recurringId}, ${dueAt}, ${route}::text[], ${given}::numeric, ${least}::numeric)
    on conflict (recurring_id, due_at) do nothing
    returning ${runColumns}
  `.execute(db);
  return rows[0];
}

/** False when another process ended it before. */
export async function endRun(
  db: QueryExecutorProvider,
  {
    id,
    outcome,
    given,
    received,
    reason,
    at,
  }: Pick<EndedRun, 'outcome' | 'given' | 'received' | 'reason'> & { id: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update recurring_swap_runs
    set outcome = ${outcome}, given = ${given}::numeric, received = ${received}::numeric, reason = ${reason}, ran_at = ${at}
    where id = ${id}::bigint and outcome is null returning id
  `.execute(db);
  return rows.length > 0;
}
