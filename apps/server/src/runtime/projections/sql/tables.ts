import type { MarketDefinition } from '@emporion/core';
import type { FillRecord } from '#runtime/projections/history/fills.ts';
import type { LedgerEntry } from '#runtime/projections/history/ledger.ts';
import type { OrderRecord } from '#runtime/projections/history/orders.ts';
import type { SwapRecord } from '#runtime/projections/history/swaps.ts';
import type { TradeRecord } from '#runtime/projections/history/trades.ts';
import type { ProjectedBalance, ProjectedCandle, ProjectedVolume } from '#runtime/projections/model/state.ts';
import type { Column, TableWriter } from './insert-rows.ts';

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

export const openOrders: TableWriter<OrderRecord> = {
  table: 'open_orders',
  columns: orderColumns,
  key: ['id'],
};
export const closedOrders: TableWriter<OrderRecord> = { table: 'closed_orders', columns: orderColumns };

export const markets: TableWriter<MarketDefinition> = {
  table: 'projected_markets',
  columns: [
    ['market', 'text', ({ market }) => market],
    ['base', 'text', ({ base }) => base],
    ['quote', 'text', ({ quote }) => quote],
    ['base_decimals', 'smallint', ({ baseDecimals }) => baseDecimals],
    ['quote_decimals', 'smallint', ({ quoteDecimals }) => quoteDecimals],
    ['price_decimals', 'smallint', ({ priceDecimals }) => priceDecimals],
    ['quantity_decimals', 'smallint', ({ quantityDecimals }) => quantityDecimals],
  ],
};

export const trades: TableWriter<TradeRecord> = {
  table: 'trades',
  columns: [
    ['id', 'bigint', ({ id }) => id],
    ['market', 'text', ({ market }) => market],
    ['price', 'bigint', ({ price }) => price],
    ['quantity', 'bigint', ({ quantity }) => quantity],
    ['taker_side', 'text', ({ takerSide }) => takerSide],
    ['executed_at', 'bigint', ({ executedAt }) => executedAt],
  ],
};

export const fills: TableWriter<FillRecord> = {
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

export const ledgerEntries: TableWriter<LedgerEntry> = {
  table: 'ledger_entries',
  columns: [
    ['event', 'bigint', ({ event }) => event],
    ['line', 'smallint', ({ line }) => line],
    ['account', 'text', ({ account }) => account],
    ['coin', 'text', ({ coin }) => coin],
    ['kind', 'text', ({ kind }) => kind],
    ['amount', 'numeric', ({ amount }) => amount],
    ['fee', 'numeric', ({ fee }) => fee],
    ['balance', 'numeric', ({ balance }) => balance],
    ['reference', 'text', ({ reference }) => reference],
    ['at', 'bigint', ({ at }) => at],
  ],
};

export const swaps: TableWriter<SwapRecord> = {
  table: 'swaps',
  columns: [
    ['id', 'bigint', ({ id }) => id],
    ['account', 'text', ({ account }) => account],
    ['from_coin', 'text', ({ from }) => from],
    ['to_coin', 'text', ({ to }) => to],
    ['given', 'numeric', ({ given }) => given],
    ['received', 'numeric', ({ received }) => received],
    ['order_ids', 'bigint[]', ({ orderIds }) => `{${orderIds.join(',')}}`],
    ['swapped_at', 'bigint', ({ swappedAt }) => swappedAt],
  ],
};

export const balances: TableWriter<ProjectedBalance> = {
  table: 'balances',
  columns: [
    ['account', 'text', ({ account }) => account],
    ['coin', 'text', ({ coin }) => coin],
    ['available', 'numeric', ({ available }) => available],
    ['orders', 'numeric', ({ orders }) => orders],
    ['withdrawals', 'numeric', ({ withdrawals }) => withdrawals],
    ['codes', 'numeric', ({ codes }) => codes],
  ],
  key: ['account', 'coin'],
};

export const candles: TableWriter<ProjectedCandle> = {
  table: 'candles',
  columns: [
    ['market', 'text', ({ market }) => market],
    ['timeframe', 'text', ({ timeframe }) => timeframe],
    ['time', 'bigint', ({ time }) => time],
    ['open', 'bigint', ({ open }) => open],
    ['high', 'bigint', ({ high }) => high],
    ['low', 'bigint', ({ low }) => low],
    ['close', 'bigint', ({ close }) => close],
    ['volume', 'numeric', ({ volume }) => volume],
    ['quote_volume', 'numeric', ({ quoteVolume }) => quoteVolume],
    ['trades', 'integer', ({ trades: count }) => count],
  ],
  key: ['market', 'timeframe', 'time'],
};

export const volumes: TableWriter<ProjectedVolume> = {
  table: 'traded_volumes',
  columns: [
    ['account', 'text', ({ account }) => account],
    ['day', 'integer', ({ day }) => day],
    ['coin', 'text', ({ coin }) => coin],
    ['volume', 'numeric', ({ volume }) => volume],
  ],
  key: ['account', 'day', 'coin'],
};
