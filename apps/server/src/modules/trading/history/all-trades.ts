import { type QueryExecutorProvider, sql } from 'kysely';
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
  database: QueryExecutorProvider,
  filter: AllTradesFilter,
  request: PageRequest,
): Promise<Page<WholeTrade>> {
  const rows = await readNumbers(database, filter, request);
  const page = pageOf(rows, request, ({ at, id }) => [at, id]);
  const trades = await readTrades(
    database,
    page.rows.map(({ id }) => id),
  );
  return { rows: trades, next: page.next };
}

async function readNumbers(
  database: QueryExecutorProvider,
  filter: AllTradesFilter,
  request: PageRequest,
): Promise<{ id: number; at: number }[]> {
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
  const number = sql.ref(`${table}.${key}`);
  const time = isByNumber ? sql`` : sql`executed_at,`;
  // An account that trades with itself is on both sides of one trade.
  const once = ofFills ? sql`distinct on (${time} ${number})` : sql``;
  const { rows } = await sql<{ id: number; at: number }>`
    select ${once} ${number}::float8 as id, executed_at::float8 as at from ${sql.table(table)} ${conditions.where}
    order by ${isByNumber ? sql`` : sql`executed_at desc,`} ${number} desc limit ${request.limit + 1}
  `.execute(database);
  return rows;
}

/** In the order of the numbers given. */
async function readTrades(database: QueryExecutorProvider, ids: readonly number[]): Promise<WholeTrade[]> {
  const { rows } = await sql<FillRow>`
    select ${fillColumns} from fills where trade_id = any(${ids}::bigint[])
  `.execute(database);
  const sides = new Map(rows.map((row) => [`${row.role}:${row.tradeId}`, fillOf(row)]));
  return ids.flatMap((id) => {
    const [maker, taker] = [sides.get(`maker:${id}`), sides.get(`taker:${id}`)];
    return maker && taker ? [{ maker, taker }] : [];
  });
}
