import { type QueryExecutorProvider, sql } from 'kysely';
import { type NumberedPage, readNumberedPage } from '#platform/paging/numbered-page.ts';
import { closedStates, type OrderRecord, type OrderRow, orderColumns, orderOf } from './orders.ts';

export interface ClosedOrdersQuery extends NumberedPage {
  readonly account: string;
  readonly market?: string | undefined;
}

/** A page of an account's closed orders, the last placed first. */
export async function listClosedOrders(
  database: QueryExecutorProvider,
  { account, market, ...page }: ClosedOrdersQuery,
): Promise<{ rows: OrderRecord[]; pages: number }> {
  const { rows, pages } = await readNumberedPage<OrderRow>(
    database,
    {
      columns: orderColumns,
      table: sql`closed_orders`,
      where:
        market === undefined ? sql`account = ${account}` : sql`account = ${account} and market = ${market}`,
      order: sql`listed.placed_at desc, listed.id desc`,
      ...(market === undefined && { parts: closedStates.map((state) => sql`state = ${sql.lit(state)}`) }),
    },
    page,
  );
  return { rows: rows.map(orderOf), pages };
}
