import {
  type OrderRecord,
  type OrderRow,
  orderColumns,
  orderOf,
} from '#runtime/projections/history/orders.ts';
import type { Queryable } from '#runtime/projections/history/queryable.ts';

/** Orders by their numbers, open or closed, of whomever. */
export async function readNoticedOrders(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, OrderRecord>> {
  const { rows } = await database.query<OrderRow>(
    `SELECT ${orderColumns} FROM orders WHERE id = ANY($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, orderOf(row)]));
}
