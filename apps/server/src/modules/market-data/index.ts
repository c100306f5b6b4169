export { blockSeconds, candleTime } from './candle-time.ts';
export {
  type CandleQuery,
  type CandleReading,
  type CandleRecord,
  type ChartName,
  findCandleBefore,
  listCandles,
  readCandles,
} from './candles.ts';
export { readTickerSeed } from './tickers/read-ticker-seed.ts';
export { type LiveTicker, TickerBoard } from './tickers/ticker-board.ts';
export { listTrades, marketHistory, type TradeRecord, tradesAfter } from './trades.ts';
