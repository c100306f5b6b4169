import type { Side } from '@emporion/core';
import type { Queryable } from '#platform/database/database.ts';
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

export const tradeColumns = `id::float8 AS id, market, price::float8 AS price, quantity::float8 AS quantity,
  taker_side AS "takerSide", executed_at::float8 AS "executedAt"`;

export interface TradeFilter extends TimeRange {
  readonly market: string;
}

/** The trades of a market, the newest first. */
export async function listTrades(
  database: Queryable,
  filter: TradeFilter,
  request: PageRequest,
): Promise<Page<TradeRecord>> {
  const { text, values } = tradesQuery(filter, request);
  const { rows } = await database.query<TradeRecord>(text, values);
  return pageOf(rows, request, ({ executedAt, id }) => [executedAt, id]);
}

export function tradesQuery(filter: TradeFilter, request: PageRequest): { text: string; values: unknown[] } {
  const conditions = new Conditions()
    .equal('market', filter.market)
    .between('executed_at', filter)
    .after(['executed_at', 'id'], request);
  const limit = conditions.value(request.limit + 1);
  return {
    text: `SELECT ${tradeColumns} FROM trades ${conditions.where} ORDER BY trades.executed_at DESC, trades.id DESC LIMIT ${limit}`,
    values: conditions.values,
  };
}

/** The trades of all markets that follow one, the oldest first. */
export async function tradesAfter(
  database: Queryable,
  { id, upTo, limit }: { id: number; upTo: number; limit: number },
): Promise<TradeRecord[]> {
  const { rows } = await database.query<TradeRecord>(
    `SELECT ${tradeColumns} FROM trades WHERE trades.id > $1 AND trades.id <= $2 ORDER BY trades.id LIMIT $3`,
    [id, upTo, limit],
  );
  return rows;
}
