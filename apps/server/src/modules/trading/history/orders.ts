import type { CloseReason, OrderType, SelfTrade, Side, TimeInForce } from '@emporion/core';
import type { Queryable } from '#platform/database/database.ts';
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
export const orderColumns = `id::float8 AS id, account, market, side, type, state, waiting, reason,
  quantity::float8 AS quantity, remaining::float8 AS remaining, filled::float8 AS filled, price::float8 AS price,
  total::text AS total, notional::text AS notional, fee::text AS fee, budget::text AS budget, held::text AS held,
  stop_price::float8 AS "stopPrice", trail::float8 AS trail, percent,
  minimum_price::float8 AS "minimumPrice", maximum_price::float8 AS "maximumPrice",
  time_in_force AS "timeInForce", post_only AS "postOnly", self_trade AS "selfTrade", client_order_id AS "clientOrderId",
  linked_to::float8 AS "linkedTo", placed_at::float8 AS "placedAt", updated_at::float8 AS "updatedAt"`;

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
  database: Queryable,
  filter: OrderFilter,
  request: PageRequest,
): Promise<Page<OrderRecord>> {
  const { text, values } = ordersQuery(filter, request);
  const { rows } = await database.query<OrderRow>(text, values);
  return pageOf(rows.map(orderOf), request, ({ placedAt, id }) => [placedAt, id]);
}

export function ordersQuery(filter: OrderFilter, request: PageRequest): { text: string; values: unknown[] } {
  const conditions = conditionsOf(filter).after(['placed_at', 'id'], request);
  const limit = conditions.value(request.limit + 1);
  const newest = (source: string) =>
    `(SELECT * FROM ${source} ORDER BY placed_at DESC, id DESC LIMIT ${limit})`;
  const sources = sourcesOf(filter, conditions.where);
  return {
    text: `SELECT ${orderColumns} FROM (${sources.map(newest).join(' UNION ALL ')}) AS orders
      ORDER BY orders.placed_at DESC, orders.id DESC LIMIT ${limit}`,
    values: conditions.values,
  };
}

/** How many orders a filter fits. */
export async function countOrders(database: Queryable, filter: OrderFilter): Promise<number> {
  const { where, values } = conditionsOf(filter);
  const counts = sourcesOf(filter, where).map((source) => `(SELECT count(*) AS count FROM ${source})`);
  const { rows } = await database.query<{ count: number }>(
    `SELECT sum(count)::float8 AS count FROM (${counts.join(' UNION ALL ')}) AS counted`,
    values,
  );
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
function sourcesOf({ market, type, clientOrderId, state }: OrderFilter, where: string): string[] {
  const open = `open_orders ${where}`;
  const closed = `closed_orders ${where}`;
  if (state === 'active') return [open];
  if (state === 'done' || state === 'canceled') return [closed];
  const isElsewhere =
    market !== undefined || clientOrderId !== undefined || (type !== undefined && type !== 'limit');
  const parts = isElsewhere ? [closed] : closedStates.map((each) => `${closed} AND state = '${each}'`);
  return state === 'closed' ? parts : [open, ...parts];
}

/** An order of this account, open or closed. Another account's is not found. */
export async function findOrder(
  database: Queryable,
  { account, id }: { account: string; id: number },
): Promise<OrderRecord | undefined> {
  const { rows } = await database.query<OrderRow>(
    `SELECT ${orderColumns} FROM orders WHERE id = $1 AND account = $2`,
    [id, account],
  );
  return rows[0] && orderOf(rows[0]);
}

/** All open orders, of everyone, with an id above `after`; the smallest id first. */
export async function listOpenOrders(
  database: Queryable,
  { after = 0, limit }: { after?: number; limit: number },
): Promise<OrderRecord[]> {
  const { rows } = await database.query<OrderRow>(
    `SELECT ${orderColumns} FROM open_orders WHERE open_orders.id > $1 ORDER BY open_orders.id LIMIT $2`,
    [after, limit],
  );
  return rows.map(orderOf);
}

/** Orders by their numbers, open or closed, of whomever. */
export async function readOrders(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, OrderRecord>> {
  const { rows } = await database.query<OrderRow>(
    `SELECT ${orderColumns} FROM orders WHERE id = ANY ($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, orderOf(row)]));
}
