import type { Side } from '@emporion/core';
import type { Queryable } from '#platform/database/database.ts';
import { Conditions } from '#platform/paging/conditions.ts';
import { type Page, type PageRequest, pageOf, type TimeRange } from '#platform/paging/page.ts';

/** What an account's own order traded. */
export interface FillRecord {
  readonly tradeId: number;
  readonly role: 'maker' | 'taker';
  readonly orderId: number;
  readonly account: string;
  readonly market: string;
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
  /** Paid or received in the quote coin, before the fee. */
  readonly total: bigint;
  /** In the coin that is received: the base coin of a buy, the quote coin of a sell. */
  readonly fee: bigint;
  readonly executedAt: number;
}

export const fillColumns = `trade_id::float8 AS "tradeId", role, order_id::float8 AS "orderId", account, market, side,
  price::float8 AS price, quantity::float8 AS quantity, total::text AS total, fee::text AS fee, executed_at::float8 AS "executedAt"`;

export type FillRow = Omit<FillRecord, 'total' | 'fee'> & { readonly total: string; readonly fee: string };

export function fillOf(row: FillRow): FillRecord {
  return { ...row, total: BigInt(row.total), fee: BigInt(row.fee) };
}

export interface FillFilter extends TimeRange {
  readonly account: string;
  readonly market?: string | undefined;
  readonly side?: Side | undefined;
}

/** The fills of an account, the newest first. */
export async function listFills(
  database: Queryable,
  filter: FillFilter,
  request: PageRequest,
): Promise<Page<FillRecord>> {
  const { text, values } = fillsQuery(filter, request);
  const { rows } = await database.query<FillRow>(text, values);
  return pageOf(rows.map(fillOf), request, ({ executedAt, tradeId }) => [executedAt, tradeId]);
}

/** How many fills a filter fits. */
export async function countFills(database: Queryable, filter: FillFilter): Promise<number> {
  const { where, values } = conditionsOf(filter);
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::float8 AS count FROM fills ${where}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

function conditionsOf(filter: FillFilter): Conditions {
  return new Conditions()
    .equal('account', filter.account)
    .equal('market', filter.market)
    .equal('side', filter.side)
    .between('executed_at', filter);
}

export function fillsQuery(filter: FillFilter, request: PageRequest): { text: string; values: unknown[] } {
  const conditions = conditionsOf(filter).after(['executed_at', 'trade_id'], request);
  const limit = conditions.value(request.limit + 1);
  return {
    text: `SELECT ${fillColumns} FROM fills ${conditions.where}
      ORDER BY fills.executed_at DESC, fills.trade_id DESC LIMIT ${limit}`,
    values: conditions.values,
  };
}

/** What one order of this account traded, the oldest first, at most `limit`. */
export async function fillsOfOrder(
  database: Queryable,
  { account, orderId, limit }: { account: string; orderId: number; limit: number },
): Promise<FillRecord[]> {
  const { rows } = await database.query<FillRow>(
    `SELECT ${fillColumns} FROM fills WHERE order_id = $1 AND account = $2 ORDER BY fills.trade_id LIMIT $3`,
    [orderId, account, limit],
  );
  return rows.map(fillOf);
}
