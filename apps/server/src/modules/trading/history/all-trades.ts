import type { Queryable } from '#platform/database/database.ts';
import { Conditions } from '#platform/paging/conditions.ts';
import { type Page, type PageRequest, pageOf, placeOf, type TimeRange } from '#platform/paging/page.ts';
import { firstSince } from './all-orders.ts';
import { type FillRecord, type FillRow, fillColumns, fillOf } from './fills.ts';

export interface AllTradesFilter extends TimeRange {
  readonly account?: string | undefined;
  readonly market?: string | undefined;
  readonly order?: number | undefined;
}

/** A trade with both who made it. */
export interface WholeTrade {
  readonly maker: FillRecord;
  readonly taker: FillRecord;
}

/** The trades of everyone, the newest first. */
export async function listAllTrades(
  database: Queryable,
  filter: AllTradesFilter,
  request: PageRequest,
): Promise<Page<WholeTrade>> {
  const { text, values } = await numbersQuery(database, filter, request);
  const { rows } = await database.query<{ id: number; at: number }>(text, values);
  const page = pageOf(rows, request, ({ at, id }) => [at, id]);
  const trades = await readTrades(
    database,
    page.rows.map(({ id }) => id),
  );
  return { rows: trades, next: page.next };
}

async function numbersQuery(database: Queryable, filter: AllTradesFilter, request: PageRequest) {
  const { account, market, order } = filter;
  const conditions = new Conditions();
  const ofFills = account !== undefined || order !== undefined;
  const [table, key] = ofFills ? ['fills', 'trade_id'] : ['trades', 'id'];
  conditions.equal('account', account).equal('order_id', order).equal('market', market);
  // Numbers of trades grow with time, so without a market or an account the key has them in order of time.
  const isByNumber = account === undefined && market === undefined;
  if (isByNumber && order === undefined) {
    const since = (time: number | undefined) =>
      time === undefined
        ? undefined
        : firstSince(database, { table: 'trades', key: 'id', at: 'executed_at', time });
    const [from, to] = await Promise.all([since(filter.from), since(filter.to)]);
    conditions.between(key, { from, to });
  } else conditions.between('executed_at', filter);
  if (isByNumber)
    conditions.between(key, { to: request.cursor === undefined ? undefined : placeOf(request.cursor, 2)[1] });
  else conditions.after(['executed_at', key], request);
  const inOrder = isByNumber ? `${key} DESC` : `executed_at DESC, ${key} DESC`;
  // An account that trades with itself is on both sides of one trade.
  const once = ofFills ? `DISTINCT ON (${isByNumber ? key : `executed_at, ${key}`})` : '';
  const number = `${table}.${key}`;
  return {
    text: `SELECT ${once} ${number}::float8 AS id, executed_at::float8 AS at FROM ${table} ${conditions.where}
      ORDER BY ${inOrder.replace(key, number)} LIMIT ${request.limit + 1}`,
    values: conditions.values,
  };
}

/** In the order of the numbers given. */
async function readTrades(database: Queryable, ids: readonly number[]): Promise<WholeTrade[]> {
  const { rows } = await database.query<FillRow>(
    `SELECT ${fillColumns} FROM fills WHERE trade_id = ANY ($1::bigint[])`,
    [ids],
  );
  const sides = new Map(rows.map((row) => [`${row.role}:${row.tradeId}`, fillOf(row)]));
  return ids.flatMap((id) => {
    const [maker, taker] = [sides.get(`maker:${id}`), sides.get(`taker:${id}`)];
    return maker && taker ? [{ maker, taker }] : [];
  });
}
