import type { ReviewedWithdrawal, withdrawalReviewEndpoints } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod/mini';
import { findNamedUser, isUuid } from './named-user.ts';
import { type Place, readPlace, writePlace } from './place.ts';
import { isStuck, reviewedFrom, reviewWithdrawals } from './withdrawal-rows.ts';

export type WithdrawalFilter = z.output<typeof withdrawalReviewEndpoints.list.query>;
type Narrowed = z.output<typeof withdrawalReviewEndpoints.export.query>;

/** With what the index of the queue is written, word by word. */
const isInQueue = sql`own.status in ('confirmed', 'held', 'queued', 'built', 'signed', 'broadcast', 'confirming')`;
const rank = sql`(case own.status when 'held' then 0 else 1 end)`;

/** A page of withdrawals; each order has an index, so that a deep page costs what the first one does. */
export async function listWithdrawals(
  db: QueryExecutorProvider,
  filter: WithdrawalFilter,
): Promise<{ results: ReviewedWithdrawal[]; next: string | null }> {
  const { limit, order } = filter;
  const conditions = await conditionsOf(db, filter);
  if (conditions === undefined) return { results: [], next: null };
  const after = readPlace(filter.cursor);
  const { beyond, sorted } = orders[order](after);
  const which = sql.join([...conditions, ...(after ? [beyond] : [])], sql` and `);
  const found = await reviewWithdrawals(db, sql`${which} order by ${sorted} limit ${limit + 1}`);
  const results = found.slice(0, limit);
  const last = found.length > limit ? results.at(-1) : undefined;
  return {
    results,
    next: last
      ? writePlace({ rank: last.stage === 'held' ? 0 : 1, at: new Date(last.date), id: last.id })
      : null,
  };
}

export async function countWithdrawals(db: QueryExecutorProvider, filter: Narrowed): Promise<number> {
  const conditions = await conditionsOf(db, filter);
  if (conditions === undefined) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${reviewedFrom} where ${sql.join(conditions, sql` and `)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

const orders: Readonly<
  Record<
    WithdrawalFilter['order'],
    (after: Place | undefined) => { beyond: RawBuilder<unknown>; sorted: RawBuilder<unknown> }
  >
> = {
  newest: (after) => ({
    beyond: sql`(own.created_at, own.id) < (${after?.at}, ${after?.id}::uuid)`,
    sorted: sql`own.created_at desc, own.id desc`,
  }),
  oldest: (after) => ({
    beyond: sql`(own.created_at, own.id) > (${after?.at}, ${after?.id}::uuid)`,
    sorted: sql`own.created_at, own.id`,
  }),
  queue: (after) => ({
    beyond: sql`(${rank}, own.created_at, own.id) > (${after?.rank}, ${after?.at}, ${after?.id}::uuid)`,
    sorted: sql`${rank}, own.created_at, own.id`,
  }),
};

/** Undefined: nothing can be found. */
async function conditionsOf(
  db: QueryExecutorProvider,
  { status, stage, currency, network, user, text, from, to, stuck, order }: Narrowed,
): Promise<RawBuilder<unknown>[] | undefined> {
  const owner = user ? await findNamedUser(db, user) : undefined;
  if (user && owner === undefined) return undefined;
  return [
    order === 'queue' ? isInQueue : sql`true`,
    ...(status === undefined ? [] : [sql`withdrawal_status(own.status) = ${status}`]),
    ...(stage === undefined ? [] : [stageCondition(stage)]),
    ...(currency === undefined ? [] : [sql`own.coin = ${currency}`]),
    ...(network === undefined ? [] : [sql`own.network = ${network}`]),
    ...(owner === undefined ? [] : [sql`own.user_id = ${owner}`]),
    ...(text ? [await textCondition(db, text)] : []),
    ...(from === undefined ? [] : [sql`own.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`own.created_at < ${to}`]),
    ...(stuck === undefined ? [] : [isInQueue, isStuck]),
  ];
}

/** Most stages are those of few, and the index of the short status finds them. */
function stageCondition(stage: NonNullable<Narrowed['stage']>): RawBuilder<unknown> {
  const stages = stage === 'requested' ? ['new', 'requested'] : [stage];
  const short = sql`withdrawal_status(own.status) = withdrawal_status(${sql.lit(stage)})`;
  return sql`${short} and own.status = any (${stages}::text[])`;
}

/** Hashes are found by every transaction that was ever made for it, also by one that was replaced. What is no hash of ours is an address. */
async function textCondition(db: QueryExecutorProvider, text: string): Promise<RawBuilder<unknown>> {
  if (isUuid(text)) return sql`own.id = ${text}::uuid`;
  const { rows } = await sql<{ id: string }>`
    select withdrawals.id from payouts sent join payouts variant on variant.root = sent.root
      join withdrawals on withdrawals.payout_id = variant.id
    where sent.transaction_id in (${text}, lower(${text}))
  `.execute(db);
  // One condition or the other, so that each has its index.
  return rows.length > 0
    ? sql`own.id = any (${rows.map(({ id }) => id)}::uuid[])`
    : sql`own.address = ${text}`;
}

interface Waiting {
  readonly count: number;
  readonly oldest: string | null;
}

/** How many wait for what, and since when the oldest does. */
export async function readQueue(
  db: QueryExecutorProvider,
): Promise<Record<'held' | 'queued' | 'sent' | 'stuck' | 'bank', Waiting>> {
  const part = (which: RawBuilder<unknown>) => sql`json_build_object(
    'count', count(*) filter (where ${which}),
    'oldest', to_char(min(own.created_at) filter (where ${which}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )`;
  const { rows } = await sql<Record<'held' | 'queued' | 'sent' | 'stuck' | 'bank', Waiting>>`
    select ${part(sql`own.status = 'held'`)} as held, ${part(sql`own.status in ('confirmed', 'queued', 'built')`)} as queued,
      ${part(sql`own.status in ('signed', 'broadcast', 'confirming')`)} as sent, ${part(isStuck)} as stuck,
      ${part(sql`own.network = 'bank' and own.status in ('queued', 'built')`)} as bank
    from ${reviewedFrom} where ${isInQueue}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An aggregate has one row.');
  return row;
}
