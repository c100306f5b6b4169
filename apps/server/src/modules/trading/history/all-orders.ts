import type { OrderType, Side } from '@emporion/core';
import type { Queryable } from '#platform/database/database.ts';
import { Conditions } from '#platform/paging/conditions.ts';
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
  /** A decimal of the coin that prices are in. */
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
const rejected = `state = 'canceled' and filled = 0 and type in ('stop', 'stop_limit', 'trailing_stop')
  and (reason in ('unfilled', 'dust', 'too_many_fills') or (reason = 'self_trade' and type <> 'stop_limit'))`;

/** A condition, written with a placeholder for each of its values. */
type Condition = (value: (given: string | number) => string) => string;

interface Source {
  readonly table: 'open_orders' | 'closed_orders';
  /** The conditions that its index has, in whose order it is read. */
  readonly indexed: readonly Condition[];
  /** Those that are looked at row by row. */
  readonly others: readonly Condition[];
}

/** The orders of everyone, the last placed first. The time range is of when they were placed. */
export async function listAllOrders(
  database: Queryable,
  filter: AllOrdersFilter,
  request: PageRequest,
): Promise<Page<OrderRecord>> {
  const sources = await sourcesOf(database, filter, request);
  const key = keyOf(filter);
  const ends = await Promise.all(sources.map((source) => endOf(database, source, key)));
  const { text, values } = pageQuery(sources, ends, { key, limit: request.limit + 1 });
  const { rows } = await database.query<OrderRow>(text, values);
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
): { text: string; values: unknown[] } {
  const conditions = new Conditions();
  const parts = sources.map(({ table, indexed, others }, index) => {
    const end = ends[index]?.[key === 'id' ? 1 : 0];
    const within: Condition[] = end === undefined ? [] : [(value) => `${key} >= ${value(end)}`];
    const where = whereOf(conditions, [...indexed, ...others, ...within]);
    return `(SELECT * FROM ${table} AS placed ${where} ORDER BY ${inOrder(key)} LIMIT ${limit})`;
  });
  return {
    text: `SELECT ${orderColumns} FROM (${parts.join(' UNION ALL ')}) AS found
      ORDER BY found.placed_at DESC, found.id DESC LIMIT ${limit}`,
    values: conditions.values,
  };
}

type Key = 'id' | 'placed_at';
/** Of an account indexes have orders by time. Of everyone the numbers stand for it, which grow with time. */
const keyOf = ({ account }: AllOrdersFilter): Key => (account === undefined ? 'id' : 'placed_at');
const inOrder = (key: Key): string => (key === 'id' ? 'id DESC' : 'placed_at DESC, id DESC');

function whereOf(conditions: Conditions, parts: readonly Condition[]): string {
  if (parts.length === 0) return '';
  return `WHERE ${parts.map((part) => part((given) => conditions.value(given))).join(' AND ')}`;
}

/** The last place that a source is looked at, where rows have to be looked at one by one. Undefined: all of it is. */
async function endOf(
  database: Queryable,
  { table, indexed, others }: Source,
  key: Key,
): Promise<Place | undefined> {
  if (others.length === 0) return undefined;
  const conditions = new Conditions();
  const { rows } = await database.query<{ placedAt: number; id: number }>(
    `SELECT placed_at::float8 AS "placedAt", ${key === 'id' ? 'id::float8' : '0'} AS id FROM ${table} WHERE ${table}.${key} = (
       SELECT ${key} FROM ${table} ${whereOf(conditions, indexed)} ORDER BY ${inOrder(key)} OFFSET ${lookedAtMax} LIMIT 1
     ) LIMIT 1`,
    conditions.values,
  );
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
  database: Queryable,
  filter: AllOrdersFilter,
  request: PageRequest,
): Promise<Source[]> {
  const { account, market, side, type, status, endedBy } = filter;
  const equal = (column: string, given: string | undefined): Condition[] =>
    given === undefined ? [] : [(value) => `${column} = ${value(given)}`];
  const of = equal('account', account);
  const [on, typed] = [equal('market', market), equal('type', type)];
  const sided = [...equal('side', side), ...worthOf(filter)];
  const sources: Source[] = [];
  const isOpen = status === 'pending' || status === 'open';
  if ((status === undefined || isOpen) && endedBy === undefined) {
    const placed = await placedWithin(database, { table: 'open_orders', filter, request });
    const waiting: Condition[] = isOpen ? [() => `waiting = ${status === 'pending'}`] : [];
    const others = [...on, ...sided, ...typed, ...waiting];
    sources.push({ table: 'open_orders', indexed: [...of, ...placed], others });
  }
  if (isOpen) return sources;
  const placed = await placedWithin(database, { table: 'closed_orders', filter, request });
  const state = closedState(status);
  const add = (indexed: readonly Condition[], others: readonly Condition[]): void =>
    void sources.push({ table: 'closed_orders', indexed: [...of, ...indexed, ...placed], others });
  if (endedBy !== undefined) add([() => "reason = 'self_trade'"], [...on, ...sided, ...typed, ...state]);
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
  const rate = (value: (given: string) => string): string =>
    worthRates === undefined
      ? '1'
      : `(${value(JSON.stringify(worthRates))}::jsonb ->> placed.market)::numeric`;
  const worth = "greatest(CASE type WHEN 'market' THEN 0 ELSE price::numeric * quantity END, notional)";
  return [
    (value) => `${worth} * ${rate(value)} >= ${value(worthMin)}::numeric * (
      SELECT power(10::numeric, price_decimals + quantity_decimals) FROM order_markets WHERE order_markets.market = placed.market
    )`,
  ];
}

const filled: Condition = () => "state = 'done'";
const cancelled: Condition = () => "state = 'canceled'";

function closedState(status: OrderStatus | undefined): Condition[] {
  if (status === 'filled') return [filled];
  if (status === 'cancelled') return [cancelled, () => `(${rejected}) IS NOT TRUE`];
  return status === 'rejected' ? [() => rejected] : [];
}

async function placedWithin(
  database: Queryable,
  { table, filter, request }: { table: Source['table']; filter: AllOrdersFilter; request: PageRequest },
): Promise<Condition[]> {
  const { account, from, to } = filter;
  const key = keyOf(filter);
  const bound = (time: number) =>
    account === undefined ? firstSince(database, { table, key, at: 'placed_at', time }) : time;
  const [first, end] = [from && (await bound(from)), to && (await bound(to))];
  const [placedAt, id] = request.cursor === undefined ? [] : placeOf(request.cursor, 2);
  return [
    ...(first === undefined ? [] : ([(value) => `${key} >= ${value(first)}`] satisfies Condition[])),
    ...(end === undefined ? [] : ([(value) => `${key} < ${value(end)}`] satisfies Condition[])),
    ...(placedAt === undefined || id === undefined
      ? []
      : key === 'id'
        ? ([(value) => `id < ${value(id)}`] satisfies Condition[])
        : ([(value) => `(placed_at, id) < (${value(placedAt)}, ${value(id)})`] satisfies Condition[])),
  ];
}

interface Numbered {
  readonly table: string;
  readonly key: string;
  readonly at: string;
  readonly time: number;
}

/** The number from which on rows are of a time or later, where numbers grow with time: found by halving, in some thirty looks at the key. */
export async function firstSince(database: Queryable, { table, key, at, time }: Numbered): Promise<number> {
  const { rows } = await database.query<{ low: number }>(
    `WITH RECURSIVE search (low, high) AS (
       SELECT 0::bigint, coalesce((SELECT max(${key}) + 1 FROM ${table}), 0)
       UNION ALL
       SELECT CASE WHEN probe.time < $1 THEN probe.number + 1 ELSE low END, CASE WHEN probe.time < $1 THEN high ELSE (low + high) / 2 END
       FROM search LEFT JOIN LATERAL (
         SELECT ${key} AS number, ${at} AS time FROM ${table} WHERE ${key} >= (low + high) / 2 ORDER BY ${key} LIMIT 1
       ) AS probe ON true
       WHERE low < high
     )
     SELECT low::float8 AS low FROM search WHERE low >= high LIMIT 1`,
    [time],
  );
  return rows[0]?.low ?? 0;
}
