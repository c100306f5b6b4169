import type { Column, TableWriter } from '#platform/database/insert-rows.ts';
import { marketsTable } from '#runtime/followers/index.ts';
import type { FillRecord } from './fills.ts';
import type { OrderRecord } from './orders.ts';

const orderColumns: readonly Column<OrderRecord>[] = [
  ['id', 'bigint', ({ id }) => id],
  ['account', 'text', ({ account }) => account],
  ['market', 'text', ({ market }) => market],
  ['side', 'text', ({ side }) => side],
  ['type', 'text', ({ type }) => type],
  ['state', 'text', ({ state }) => state],
  ['waiting', 'boolean', ({ waiting }) => waiting],
  ['reason', 'text', ({ reason }) => reason],
  ['quantity', 'bigint', ({ quantity }) => quantity],
  ['remaining', 'bigint', ({ remaining }) => remaining],
  ['filled', 'bigint', ({ filled }) => filled],
  ['price', 'bigint', ({ price }) => price],
  ['total', 'numeric', ({ total }) => total],
  ['notional', 'numeric', ({ notional }) => notional],
  ['fee', 'numeric', ({ fee }) => fee],
  ['budget', 'numeric', ({ budget }) => budget],
  ['held', 'numeric', ({ held }) => held],
  ['stop_price', 'bigint', ({ stopPrice }) => stopPrice],
  ['trail', 'bigint', ({ trail }) => trail],
  ['percent', 'integer', ({ percent }) => percent],
  ['minimum_price', 'bigint', ({ minimumPrice }) => minimumPrice],
  ['maximum_price', 'bigint', ({ maximumPrice }) => maximumPrice],
  ['time_in_force', 'text', ({ timeInForce }) => timeInForce],
  ['post_only', 'boolean', ({ postOnly }) => postOnly],
  ['self_trade', 'text', ({ selfTrade }) => selfTrade],
  ['client_order_id', 'text', ({ clientOrderId }) => clientOrderId],
  ['linked_to', 'bigint', ({ linkedTo }) => linkedTo],
  ['placed_at', 'bigint', ({ placedAt }) => placedAt],
  ['updated_at', 'bigint', ({ updatedAt }) => updatedAt],
];

export const openOrdersTable: TableWriter<OrderRecord> = {
  table: 'open_orders',
  columns: orderColumns,
  key: ['id'],
};
export const closedOrdersTable: TableWriter<OrderRecord> = { table: 'closed_orders', columns: orderColumns };

export const fillsTable: TableWriter<FillRecord> = {
  table: 'fills',
  columns: [
    ['trade_id', 'bigint', ({ tradeId }) => tradeId],
    ['role', 'text', ({ role }) => role],
    ['order_id', 'bigint', ({ orderId }) => orderId],
    ['account', 'text', ({ account }) => account],
    ['market', 'text', ({ market }) => market],
    ['side', 'text', ({ side }) => side],
    ['price', 'bigint', ({ price }) => price],
    ['quantity', 'bigint', ({ quantity }) => quantity],
    ['total', 'numeric', ({ total }) => total],
    ['fee', 'numeric', ({ fee }) => fee],
    ['executed_at', 'bigint', ({ executedAt }) => executedAt],
  ],
};

export const orderMarketsTable = marketsTable('order_markets');
