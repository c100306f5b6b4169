import type pg from 'pg';
import type { Changes } from '#runtime/projections/model/changes.ts';
import { insertRows } from './insert-rows.ts';
import * as tables from './tables.ts';

/** Writes what some events mean for the tables. The caller has begun the transaction in which the checkpoint moves too. */
export async function writeChanges(client: pg.ClientBase, changes: Changes): Promise<void> {
  await insertRows(client, tables.markets, changes.markets);
  await insertRows(client, tables.openOrders, changes.openOrders);
  await deleteOpenOrders(client, changes.leavingOrders);
  await insertRows(client, tables.closedOrders, changes.closedOrders);
  await insertRows(client, tables.trades, changes.trades);
  await insertRows(client, tables.fills, changes.fills);
  await insertRows(client, tables.ledgerEntries, changes.ledgerEntries);
  await insertRows(client, tables.swaps, changes.swaps);
  await insertRows(client, tables.balances, changes.balances);
  await insertRows(client, tables.candles, changes.candles);
  await insertRows(client, tables.volumes, changes.volumes);
}

async function deleteOpenOrders(client: pg.ClientBase, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const text = 'DELETE FROM open_orders WHERE id = ANY ($1::bigint[])';
  await client.query({ name: 'project-leaving-orders', text, values: [`{${ids.join(',')}}`] });
}
