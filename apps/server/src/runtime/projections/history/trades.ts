import type { Side } from '@emporion/core';
import { Conditions } from './conditions.ts';
import { type Page, type PageRequest, pageOf, type TimeRange } from './page.ts';
import type { Queryable } from './queryable.ts';

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
