import { sql } from 'kysely';
import type pg from 'pg';
import { executorOn } from '#platform/database/executor-on.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import {
  cachedRowsMax,
  type DurableFollower,
  MarketDefinitions,
  readMarketDefinitions,
} from '#runtime/followers/index.ts';
import { ordersChangedBy } from '../fold-order.ts';
import { type OrderRow, orderColumns, orderOf, ordersHistory } from './orders.ts';
import { OrdersFold } from './orders-fold.ts';
import { closedOrdersTable, fillsTable, openOrdersTable, orderMarketsTable } from './orders-tables.ts';

/** Orders, open and closed, and what each of them traded. */
export const ordersFollower: DurableFollower = {
  name: ordersHistory,
  version: 3,
  tables: ['open_orders', 'closed_orders', 'fills', 'order_markets'],
  open: async (client) => {
    const markets = new MarketDefinitions(await readMarketDefinitions(client, orderMarketsTable));
    const fold = new OrdersFold(markets);
    return {
      hydrate: (connection, batches) => fetchOrders(connection, fold, batches),
      apply: (batch) => fold.apply(batch),
      write: (connection) => writeOrders(connection, fold),
      trim: () => {
        if (fold.orders.size > cachedRowsMax) fold.orders.clear();
      },
    };
  },
};

/** Fetches the open orders that the batches are going to change. */
async function fetchOrders(
  client: pg.ClientBase,
  { orders }: OrdersFold,
  batches: readonly CommittedBatch[],
): Promise<void> {
  const missing = new Set<number>();
  const placed = new Set<number>();
  for (const { events } of batches) {
    for (const event of events) {
      if (event.kind === 'OrderPlaced') placed.add(event.order.id);
      for (const id of ordersChangedBy(event)) if (!orders.has(id) && !placed.has(id)) missing.add(id);
    }
  }
  if (missing.size === 0) return;
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from open_orders where open_orders.id = any(${[...missing]}::bigint[])
  `.execute(executorOn(client));
  for (const row of rows) orders.set(row.id, orderOf(row));
}

async function writeOrders(client: pg.ClientBase, fold: OrdersFold): Promise<void> {
  const { open, closed, leaving, fills } = fold.takeChanges();
  await fold.markets.write(client, orderMarketsTable);
  await insertRows(client, openOrdersTable, open);
  await deleteOpenOrders(client, leaving);
  await insertRows(client, closedOrdersTable, closed);
  await insertRows(client, fillsTable, fills);
}

async function deleteOpenOrders(client: pg.ClientBase, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const text = 'DELETE FROM open_orders WHERE id = ANY ($1::bigint[])';
  await client.query({ name: 'project-leaving-orders', text, values: [`{${ids.join(',')}}`] });
}
