import type { Side } from '@emporion/core';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { Conditions } from '#platform/paging/conditions.ts';
import { type Page, type PageRequest, pageOf, type TimeRange } from '#platform/paging/page.ts';

/** Who writes trades and candles: what a list of these waits for. */
export const marketHistory = 'market-data';

/** What anyone may see of a trade. */
export interface TradeRecord {
  readonly id: number;
  readonly market: string;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: Side;
  readonly executedAt: number;
}

export const tradeColumns = sql`id::float8 as id, market, price::float8 as price, quantity::float8 as quantity,
  taker_side as "takerSide", executed_at::float8 as "executedAt"`;

export interface TradeFilter extends TimeRange {
  readonly market: string;
}

/** The trades of a market, the newest first. */
export async function listTrades(
  database: QueryExecutorProvider,
  filter: TradeFilter,
  request: PageRequest,
): Promise<Page<TradeRecord>> {
  const { rows } = await tradesQuery(filter, request).execute(database);
  return pageOf(rows, request, ({ executedAt, id }) => [executedAt, id]);
}

export function tradesQuery(filter: TradeFilter, request: PageRequest): RawBuilder<TradeRecord> {
  const { where } = new Conditions()
    .equal('market', filter.market)
    .between('executed_at', filter)
    .after(['executed_at', 'id'], request);
  return sql<TradeRecord>`
    select ${tradeColumns} from trades ${where}
    order by trades.executed_at desc, trades.id desc limit ${request.limit + 1}
  `;
}

/** The trades of all markets that follow one, the oldest first. */
export async function tradesAfter(
  database: QueryExecutorProvider,
  { id, upTo, limit }: { id: number; upTo: number; limit: number },
): Promise<TradeRecord[]> {
  const { rows } = await sql<TradeRecord>`
    select ${tradeColumns} from trades where trades.id > ${id} and trades.id <= ${upTo} order by trades.id limit ${limit}
  `.execute(database);
  return rows;
}
