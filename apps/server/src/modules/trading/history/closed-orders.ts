import type { Queryable } from '#platform/database/database.ts';
import { type NumberedPage, readNumberedPage } from '#platform/paging/numbered-page.ts';
import { closedStates, type OrderRecord, type OrderRow, orderColumns, orderOf } from './orders.ts';

export interface ClosedOrdersQuery extends NumberedPage {
  readonly account: string;
  readonly market?: string | undefined;
}

/** A page of an account's closed orders, the last placed first. */
export async function listClosedOrders(
  database: Queryable,
  { account, market, ...page }: ClosedOrdersQuery,
): Promise<{ rows: OrderRecord[]; pages: number }> {
  const { rows, pages } = await readNumberedPage<OrderRow>(
    database,
    {
      columns: orderColumns,
      table: 'closed_orders',
      where: market === undefined ? 'account = $1' : 'account = $1 AND market = $2',
      values: market === undefined ? [account] : [account, market],
      order: 'listed.placed_at DESC, listed.id DESC',
      ...(market === undefined ? { parts: closedStates.map((state) => `state = '${state}'`) } : {}),
    },
    page,
  );
  return { rows: rows.map(orderOf), pages };
}
