import type { DeskListedTicket, ticketDeskEndpoints } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { type Place, readPlace, writePlace } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { EndpointInput } from '#platform/http/serve-endpoint.ts';
import type { Page, PageRequest } from '#platform/paging/page.ts';
import { type TicketRow, ticketColumns } from '../tickets/ticket-rows.ts';
import { listedTicket } from '../tickets/ticket-wire.ts';

type Query = EndpointInput<typeof ticketDeskEndpoints.list>['query'];
export type DeskFilter = Omit<Query, 'limit' | 'cursor'>;

export interface DeskRow extends TicketRow {
  readonly username: string | null;
  readonly assigneeName: string | null;
  /** Where it stands in the order that was asked for. */
  readonly rank: number;
}

/** Counting stops here: nobody works through more. */
const countMax = 10_000;

const rank = sql`array_position(array['urgent', 'high', 'medium', 'low'], priority)`;
/** Who waits longest comes first; behind those, whoever was heard of longest ago. */
const age = sql`coalesce(waiting_since, changed_at)`;

interface Order {
  readonly rank: RawBuilder<unknown>;
  readonly moment: RawBuilder<unknown>;
  readonly isLatestFirst: boolean;
}

const orders: Readonly<Record<DeskFilter['order'], Order>> = {
  queue: {
    rank: sql`(case when waiting_since is null then 10 else 0 end + ${rank})`,
    moment: age,
    isLatestFirst: false,
  },
  age: { rank: sql`(case when waiting_since is null then 1 else 0 end)`, moment: age, isLatestFirst: false },
  changed: { rank: sql`0::int`, moment: sql`changed_at`, isLatestFirst: true },
};

function conditions(filter: DeskFilter, callerId: string): RawBuilder<unknown> {
  const { state, category, priority, assignee, escalated, user, search } = filter;
  const all = [
    ...(state === 'waiting' ? [sql`waiting_since is not null`] : state ? [sql`state = ${state}`] : []),
    ...(category ? [sql`category = ${category}`] : []),
    ...(priority ? [sql`priority = ${priority}`] : []),
    ...(assignee === 'nobody' ? [sql`assignee is null`] : []),
    ...(assignee && assignee !== 'nobody'
      ? [sql`assignee = ${assignee === 'me' ? callerId : assignee}`]
      : []),
    ...(escalated === undefined
      ? []
      : [escalated ? sql`escalated_at is not null` : sql`escalated_at is null`]),
    ...(user ? [sql`user_id = ${user}`] : []),
    ...(search === undefined ? [] : [searched(search)]),
  ];
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

function searched(text: string): RawBuilder<unknown> {
  const number = /^#?([0-9]{1,15})$/.exec(text)?.[1];
  if (number !== undefined) return sql`ticket.number = ${number}::bigint`;
  return sql`subject ilike ${`%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`;
}

/** @throws Problem unprocessable_entity for a cursor that we never gave out. */
export async function listDesk(
  db: QueryExecutorProvider,
  { filter, callerId, limit, cursor }: PageRequest & { filter: DeskFilter; callerId: string },
): Promise<Page<DeskRow>> {
  const order = orders[filter.order];
  const place = readPlace(cursor);
  const after = place ? afterOf(order, place) : sql`true`;
  const moment = order.isLatestFirst ? sql`desc` : sql`asc`;
  const { rows } = await sql<DeskRow>`
    select ${ticketColumns}, owner.username, agent.username as "assigneeName", ${order.rank}::int as rank
    from support_tickets ticket
    left join users owner on owner.id = ticket.user_id
    left join users agent on agent.id = assignee
    where ${conditions(filter, callerId)} and ${after}
    order by ${order.rank}, ${order.moment} ${moment}, ticket.id ${moment} limit ${limit + 1}
  `.execute(db);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const at = order.isLatestFirst ? last?.changedAt : (last?.waitingSince ?? last?.changedAt);
  return {
    rows: rows.slice(0, limit),
    next: last && at ? writePlace({ rank: last.rank, at, id: last.id }) : null,
  };
}

function afterOf(
  { rank: order, moment, isLatestFirst }: Order,
  { rank: at, at: time, id }: Place,
): RawBuilder<unknown> {
  if (isLatestFirst) return sql`(${moment}, ticket.id) < (${time}, ${id}::uuid)`;
  return sql`(${order}, ${moment}, ticket.id) > (${at}::int, ${time}, ${id}::uuid)`;
}

export async function countDesk(
  db: QueryExecutorProvider,
  { filter, callerId, max = countMax }: { filter: DeskFilter; callerId: string; max?: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from support_tickets ticket where ${conditions(filter, callerId)} limit ${max}
    ) found
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export async function requireDeskRow(db: QueryExecutorProvider, id: string): Promise<DeskRow> {
  const { rows } = await sql<DeskRow>`
    select ${ticketColumns}, owner.username, agent.username as "assigneeName", 0 as rank
    from support_tickets ticket
    left join users owner on owner.id = ticket.user_id
    left join users agent on agent.id = assignee
    where ticket.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Problem('ticket_not_found');
  return row;
}

export function deskListed(row: DeskRow): DeskListedTicket {
  const { userId, username, assignee, assigneeName, waitingSince, escalatedAt } = row;
  return {
    ...listedTicket(row),
    priority: row.priority,
    waiting_since: waitingSince?.toISOString() ?? null,
    escalated: escalatedAt !== null,
    assignee: assignee === null ? null : { id: assignee, username: assigneeName ?? '' },
    user: userId === null ? null : { id: userId, username: username ?? '' },
  };
}
