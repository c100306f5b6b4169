import type { CloseReason, OrderType, SelfTrade, Side, TimeInForce } from '@emporion/core';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { Conditions } from '#platform/paging/conditions.ts';
import { type Page, type PageRequest, pageOf, type TimeRange } from '#platform/paging/page.ts';

/** Who writes the tables of orders and fills: what a list of these waits for. */
export const ordersHistory = 'orders';

/** active: open or waiting; done: filled; canceled: closed otherwise. */
export type OrderState = 'active' | 'done' | 'canceled';

/** An order as the journal left it. Prices and quantities are in the market's units, amounts in the coin's smallest unit. */
export interface OrderRecord {
  readonly id: number;
  readonly account: string;
  readonly market: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly state: OrderState;
  /** For its stop price. */
  readonly waiting: boolean;
  readonly reason: CloseReason | null;
  /** Zero for a buy by budget. */
  readonly quantity: number;
  readonly remaining: number;
  readonly filled: number;
  /** The limit price, or the worst price; zero for any. */
  readonly price: number;
  /** What was filled, in the quote coin. */
  readonly total: bigint;
  /** The same as price times quantity in the market's units, summed up over the fills: nothing in it is rounded. */
  readonly notional: bigint;
  /** In the coin that is received. */
  readonly fee: bigint;
  readonly budget: bigint | null;
  readonly held: bigint;
  readonly stopPrice: number | null;
  readonly trail: number | null;
  readonly percent: number | null;
  readonly minimumPrice: number | null;
  readonly maximumPrice: number | null;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTrade;
  readonly clientOrderId: string | null;
  readonly linkedTo: number | null;
  readonly placedAt: number;
  readonly updatedAt: number;
}

/** How a column leaves the database: market units and times as numbers, which hold them exactly; amounts as text, to become big integers. */
export const orderColumns = sql`id::float8 as id, account, market, side, type, state, waiting, reason,
  quantity::float8 as quantity, remaining::float8 as remaining, filled::float8 as filled, price::float8 as price,
  total::text as total, notional::text as notional, fee::text as fee, budget::text as budget, held::text as held,
  stop_price::float8 as "stopPrice", trail::float8 as trail, percent,
  minimum_price::float8 as "minimumPrice", maximum_price::float8 as "maximumPrice",
  time_in_force as "timeInForce", post_only as "postOnly", self_trade as "selfTrade", client_order_id as "clientOrderId",
  linked_to::float8 as "linkedTo", placed_at::float8 as "placedAt", updated_at::float8 as "updatedAt"`;

type OrderAmounts = 'total' | 'notional' | 'fee' | 'budget' | 'held';
export type OrderRow = Omit<OrderRecord, OrderAmounts> & {
  readonly total: string;
  readonly notional: string;
  readonly fee: string;
  readonly budget: string | null;
  readonly held: string;
};

export function orderOf(row: OrderRow): OrderRecord {
  const budget = row.budget === null ? null : BigInt(row.budget);
  const { total, notional, fee, held } = row;
  return {
    ...row,
    total: BigInt(total),
    notional: BigInt(notional),
    fee: BigInt(fee),
    held: BigInt(held),
    budget,
  };
}

export interface OrderFilter extends TimeRange {
  readonly account: string;
  readonly market?: string | undefined;
  readonly side?: Side | undefined;
  readonly type?: OrderType | undefined;
  readonly clientOrderId?: string | undefined;
  /** closed: done or canceled. */
  readonly state?: OrderState | 'closed' | undefined;
}

/** What an order may have become when it is no longer active. */
export const closedStates = ['done', 'canceled'] as const satisfies readonly OrderState[];

/** The orders of an account, the last placed first. The time range is of when they were placed. */
export async function listOrders(
  database: QueryExecutorProvider,
  filter: OrderFilter,
  request: PageRequest,
): Promise<Page<OrderRecord>> {
  const { rows } = await ordersQuery(filter, request).execute(database);
  return pageOf(rows.map(orderOf), request, ({ placedAt, id }) => [placedAt, id]);
}

export function ordersQuery(filter: OrderFilter, request: PageRequest): RawBuilder<OrderRow> {
  const { where } = conditionsOf(filter).after(['placed_at', 'id'], request);
  const limit = request.limit + 1;
  const newest = (source: RawBuilder<unknown>) =>
    sql`(select * from ${source} order by placed_at desc, id desc limit ${limit})`;
  return sql<OrderRow>`
    select ${orderColumns} from (${sql.join(sourcesOf(filter, where).map(newest), sql` union all `)}) as orders
    order by orders.placed_at desc, orders.id desc limit ${limit}
  `;
}

/** How many orders a filter fits. */
export async function countOrders(database: QueryExecutorProvider, filter: OrderFilter): Promise<number> {
  const { where } = conditionsOf(filter);
  const counts = sourcesOf(filter, where).map((source) => sql`(select count(*) as count from ${source})`);
  const { rows } = await sql<{ count: number }>`
    select sum(count)::float8 as count from (${sql.join(counts, sql` union all `)}) as counted
  `.execute(database);
  return rows[0]?.count ?? 0;
}

function conditionsOf(filter: OrderFilter): Conditions {
  const { account, market, side, type, clientOrderId, state } = filter;
  return new Conditions()
    .equal('account', account)
    .equal('market', market)
    .equal('side', side)
    .equal('type', type)
    .equal('client_order_id', clientOrderId)
    .equal('state', state === 'closed' ? undefined : state)
    .between('placed_at', filter);
}

/**
 * No index has the closed orders of an account by time, but one has them by state. Where a pair, an id of the client or a rare type is asked for, another index has those, and reading
 * it once for each state would be twice the work.
 */
function sourcesOf(
  { market, type, clientOrderId, state }: OrderFilter,
  where: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const open = sql`open_orders ${where}`;
  const closed = sql`closed_orders ${where}`;
  if (state === 'active') return [open];
  if (state === 'done' || state === 'canceled') return [closed];
  const isElsewhere =
    market !== undefined || clientOrderId !== undefined || (type !== undefined && type !== 'limit');
  const parts = isElsewhere
    ? [closed]
    : closedStates.map((each) => sql`${closed} and state = ${sql.lit(each)}`);
  return state === 'closed' ? parts : [open, ...parts];
}

/** An order of this account, open or closed. Another account's is not found. */
export async function findOrder(
  database: QueryExecutorProvider,
  { account, id }: { account: string; id: number },
): Promise<OrderRecord | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from orders where id = ${id} and account = ${account}
  `.execute(database);
  return rows[0] && orderOf(rows[0]);
}

/** All open orders, of everyone, with an id above `after`; the smallest id first. */
export async function listOpenOrders(
  database: QueryExecutorProvider,
  { after = 0, limit }: { after?: number; limit: number },
): Promise<OrderRecord[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from open_orders where open_orders.id > ${after} order by open_orders.id limit ${limit}
  `.execute(database);
  return rows.map(orderOf);
}

/** Orders by their numbers, open or closed, of whomever. */
export async function readOrders(
  database: QueryExecutorProvider,
  ids: readonly number[],
): Promise<Map<number, OrderRecord>> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from orders where id = any(${ids}::bigint[])
  `.execute(database);
  return new Map(rows.map((row) => [row.id, orderOf(row)]));
}
