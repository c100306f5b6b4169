import type { OrderType, Side } from '@emporion/core';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { whereAll } from '#platform/paging/conditions.ts';
import {
  cursorOf,
  type Page,
  type PageRequest,
  type Place,
  pageOf,
  placeOf,
  type TimeRange,
} from '#platform/paging/page.ts';
import { type OrderRecord, type OrderRow, orderColumns, orderOf } from './orders.ts';

/** What an order is to those who look after all of them. */
export type OrderStatus = 'pending' | 'open' | 'filled' | 'cancelled' | 'rejected';

export interface AllOrdersFilter extends TimeRange {
  readonly account?: string | undefined;
  readonly market?: string | undefined;
  readonly side?: Side | undefined;
  readonly type?: OrderType | undefined;
  readonly status?: OrderStatus | undefined;
  readonly endedBy?: 'self_trade' | undefined;
  /** In the coin of the prices, or by `worthRates` in that of the rates. */
  readonly worthMin?: string | undefined;
  /** What one of the coin that a market's prices are in is worth, by market; what is left out is not found. */
  readonly worthRates?: Readonly<Record<string, string>> | undefined;
}

/**
 * Rows that one page may look at where no index has all that is asked for. A page that has found too few by then ends early and says where to go on, so that none is
 * slow however rare the sought is.
 */
const lookedAtMax = 5_000;

/** The rule of the index `closed_orders_rejected`, word for word. */
const rejected = sql`state = 'canceled' and filled = 0 and type in ('stop', 'stop_limit', 'trailing_stop')
  and (reason in ('unfilled', 'dust', 'too_many_fills') or (reason = 'self_trade' and type <> 'stop_limit'))`;

type Condition = RawBuilder<unknown>;

interface Source {
  readonly table: 'open_orders' | 'closed_orders';
  /** The conditions that its index has, in whose order it is read. */
  readonly indexed: readonly Condition[];
  /** Those that are looked at row by row. */
  readonly others: readonly Condition[];
}

/** The orders of everyone, the last placed first. The time range is of when they were placed. */
export async function listAllOrders(
  database: QueryExecutorProvider,
  filter: AllOrdersFilter,
  request: PageRequest,
): Promise<Page<OrderRecord>> {
  const sources = await sourcesOf(database, filter, request);
  // Filters can exclude each other: an open order has not ended in any way.
  if (sources.length === 0) return { rows: [], next: null };
  const key = keyOf(filter);
  const ends = await Promise.all(sources.map((source) => endOf(database, source, key)));
  const { rows } = await pageQuery(sources, ends, { key, limit: request.limit + 1 }).execute(database);
  const orders = rows.map(orderOf);
  const floor = latest(ends);
  // Below where one source ended there may be more of it than was looked at.
  const sure =
    floor === undefined ? orders : orders.filter(({ placedAt, id }) => isFrom([placedAt, id], floor));
  const page = pageOf(sure, request, ({ placedAt, id }) => [placedAt, id]);
  return page.next === null && floor !== undefined ? { rows: page.rows, next: cursorOf(floor) } : page;
}

function pageQuery(
  sources: readonly Source[],
  ends: readonly (Place | undefined)[],
  { key, limit }: { key: Key; limit: number },
): RawBuilder<OrderRow> {
  const parts = sources.map(({ table, indexed, others }, index) => {
    const end = ends[index]?.[key === 'id' ? 1 : 0];
    const within = end === undefined ? [] : [sql`${sql.ref(key)} >= ${end}`];
    const where = whereAll([...indexed, ...others, ...within]);
    return sql`(select * from ${sql.table(table)} as placed ${where} order by ${inOrder(key)} limit ${limit})`;
  });
  return sql<OrderRow>`
    select ${orderColumns} from (${sql.join(parts, sql` union all `)}) as found
    order by found.placed_at desc, found.id desc limit ${limit}
  `;
}

type Key = 'id' | 'placed_at';
/** Of an account indexes have orders by time. Of everyone the numbers stand for it, which grow with time. */
const keyOf = ({ account }: AllOrdersFilter): Key => (account === undefined ? 'id' : 'placed_at');
const inOrder = (key: Key) => (key === 'id' ? sql`id desc` : sql`placed_at desc, id desc`);

/** The last place that a source is looked at, where rows have to be looked at one by one. Undefined: all of it is. */
async function endOf(
  database: QueryExecutorProvider,
  { table, indexed, others }: Source,
  key: Key,
): Promise<Place | undefined> {
  if (others.length === 0) return undefined;
  const { rows } = await sql<{ placedAt: number; id: number }>`
    select placed_at::float8 as "placedAt", ${key === 'id' ? sql`id::float8` : sql`0`} as id from ${sql.table(table)}
    where ${sql.ref(`${table}.${key}`)} = (
      select ${sql.ref(key)} from ${sql.table(table)} ${whereAll(indexed)}
      order by ${inOrder(key)} offset ${lookedAtMax} limit 1
    ) limit 1
  `.execute(database);
  const [end] = rows;
  return end && [end.placedAt, end.id];
}

function latest(ends: readonly (Place | undefined)[]): Place | undefined {
  const known = ends.filter((end) => end !== undefined);
  return known.reduce<Place | undefined>(
    (last, end) => (last === undefined || isFrom(end, last) ? end : last),
    undefined,
  );
}

const isFrom = ([time = 0, id = 0]: Place, [fromTime = 0, fromId = 0]: Place): boolean =>
  time > fromTime || (time === fromTime && id >= fromId);

async function sourcesOf(
  database: QueryExecutorProvider,
  filter: AllOrdersFilter,
  request: PageRequest,
): Promise<Source[]> {
  const { account, market, side, type, status, endedBy } = filter;
  const equal = (column: string, given: string | undefined): Condition[] =>
    given === undefined ? [] : [sql`${sql.ref(column)} = ${given}`];
  const of = equal('account', account);
  const [on, typed] = [equal('market', market), equal('type', type)];
  const sided = [...equal('side', side), ...worthOf(filter)];
  const sources: Source[] = [];
  const isOpen = status === 'pending' || status === 'open';
  if ((status === undefined || isOpen) && endedBy === undefined) {
    const placed = await placedWithin(database, { table: 'open_orders', filter, request });
    const waiting: Condition[] = isOpen ? [sql`waiting = ${sql.lit(status === 'pending')}`] : [];
    const others = [...on, ...sided, ...typed, ...waiting];
    sources.push({ table: 'open_orders', indexed: [...of, ...placed], others });
  }
  if (isOpen) return sources;
  const placed = await placedWithin(database, { table: 'closed_orders', filter, request });
  const state = closedState(status);
  const add = (indexed: readonly Condition[], others: readonly Condition[]): void =>
    void sources.push({ table: 'closed_orders', indexed: [...of, ...indexed, ...placed], others });
  if (endedBy !== undefined) add([sql`reason = 'self_trade'`], [...on, ...sided, ...typed, ...state]);
  else if (status === 'rejected' && account === undefined) add(state, [...on, ...sided, ...typed]);
  else if (type !== undefined && type !== 'limit') add(typed, [...on, ...sided, ...state]);
  else if (market !== undefined) add(on, [...sided, ...typed, ...state]);
  else if (account === undefined) add([], [...sided, ...typed, ...state]);
  else {
    const isEither = status === undefined;
    if (isEither || status === 'filled') add([filled], [...sided, ...typed]);
    if (isEither || status !== 'filled') add([cancelled], [...sided, ...typed, ...state]);
  }
  return sources;
}

/** The worst price of a market order is the house's protection, and no wish. */
function worthOf({ worthMin, worthRates }: AllOrdersFilter): Condition[] {
  if (worthMin === undefined) return [];
  const rate =
    worthRates === undefined
      ? sql`1`
      : sql`(${JSON.stringify(worthRates)}::jsonb ->> placed.market)::numeric`;
  const worth = sql`greatest(case type when 'market' then 0 else price::numeric * quantity end, notional)`;
  return [
    sql`${worth} * ${rate} >= ${worthMin}::numeric * (
      select power(10::numeric, price_decimals + quantity_decimals) from order_markets where order_markets.market = placed.market
    )`,
  ];
}

const filled: Condition = sql`state = 'done'`;
const cancelled: Condition = sql`state = 'canceled'`;

function closedState(status: OrderStatus | undefined): Condition[] {
  if (status === 'filled') return [filled];
  if (status === 'cancelled') return [cancelled, sql`(${rejected}) is not true`];
  return status === 'rejected' ? [rejected] : [];
}

async function placedWithin(
  database: QueryExecutorProvider,
  { table, filter, request }: { table: Source['table']; filter: AllOrdersFilter; request: PageRequest },
): Promise<Condition[]> {
  const { account, from, to } = filter;
  const key = keyOf(filter);
  const bound = (time: number) =>
    account === undefined ? firstSince(database, { table, key, at: 'placed_at', time }) : time;
  const [first, end] = [from && (await bound(from)), to && (await bound(to))];
  const [placedAt, id] = request.cursor === undefined ? [] : placeOf(request.cursor, 2);
  return [
    ...(first === undefined ? [] : [sql`${sql.ref(key)} >= ${first}`]),
    ...(end === undefined ? [] : [sql`${sql.ref(key)} < ${end}`]),
    ...(placedAt === undefined || id === undefined
      ? []
      : [key === 'id' ? sql`id < ${id}` : sql`(placed_at, id) < (${placedAt}, ${id})`]),
  ];
}

interface Numbered {
  readonly table: string;
  readonly key: string;
  readonly at: string;
  readonly time: number;
}

/** The number from which on rows are of a time or later, where numbers grow with time: found by halving, in some thirty looks at the key. */
export async function firstSince(
  database: QueryExecutorProvider,
  { table, key, at, time }: Numbered,
): Promise<number> {
  const [rowsOf, number] = [sql.table(table), sql.ref(key)];
  const { rows } = await sql<{ low: number }>`
    with recursive search (low, high) as (
      select 0::bigint, coalesce((select max(${number}) + 1 from ${rowsOf}), 0)
      union all
      select case when probe.time < ${time} then probe.number + 1 else low end,
        case when probe.time < ${time} then high else (low + high) / 2 end
      from search left join lateral (
        select ${number} as number, ${sql.ref(at)} as time from ${rowsOf}
        where ${number} >= (low + high) / 2 order by ${number} limit 1
      ) as probe on true
      where low < high
    )
    select low::float8 as low from search where low >= high limit 1
  `.execute(database);
  return rows[0]?.low ?? 0;
}
