import type { TableWriter } from '#platform/database/insert-rows.ts';
import { marketsTable } from '#runtime/followers/index.ts';
import type { ProjectedCandle } from './market-data-fold.ts';
import type { TradeRecord } from './trades.ts';

export const tradesTable: TableWriter<TradeRecord> = {
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

export const candlesTable: TableWriter<ProjectedCandle> = {
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

export const projectedMarketsTable = marketsTable('projected_markets');
