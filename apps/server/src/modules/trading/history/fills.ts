import type { Side } from '@emporion/core';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
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

export const fillColumns = sql`trade_id::float8 as "tradeId", role, order_id::float8 as "orderId", account, market, side,
  price::float8 as price, quantity::float8 as quantity, total::text as total, fee::text as fee, executed_at::float8 as "executedAt"`;

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
  database: QueryExecutorProvider,
  filter: FillFilter,
  request: PageRequest,
): Promise<Page<FillRecord>> {
  const { rows } = await fillsQuery(filter, request).execute(database);
  return pageOf(rows.map(fillOf), request, ({ executedAt, tradeId }) => [executedAt, tradeId]);
}

/** How many fills a filter fits. */
export async function countFills(database: QueryExecutorProvider, filter: FillFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from fills ${conditionsOf(filter).where}
  `.execute(database);
  return rows[0]?.count ?? 0;
}

function conditionsOf(filter: FillFilter): Conditions {
  return new Conditions()
    .equal('account', filter.account)
    .equal('market', filter.market)
    .equal('side', filter.side)
    .between('executed_at', filter);
}

export function fillsQuery(filter: FillFilter, request: PageRequest): RawBuilder<FillRow> {
  const { where } = conditionsOf(filter).after(['executed_at', 'trade_id'], request);
  return sql<FillRow>`
    select ${fillColumns} from fills ${where}
    order by fills.executed_at desc, fills.trade_id desc limit ${request.limit + 1}
  `;
}

/** What one order of this account traded, the oldest first, at most `limit`. */
export async function fillsOfOrder(
  database: QueryExecutorProvider,
  { account, orderId, limit }: { account: string; orderId: number; limit: number },
): Promise<FillRecord[]> {
  const { rows } = await sql<FillRow>`
    select ${fillColumns} from fills where order_id = ${orderId} and account = ${account}
    order by fills.trade_id limit ${limit}
  `.execute(database);
  return rows.map(fillOf);
}
