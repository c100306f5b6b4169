export { candleTime } from './candle-time.ts';
export { type CandleRecord, listCandles } from './candles.ts';
export { readTickerSeed } from './tickers/read-ticker-seed.ts';
export { type LiveTicker, TickerBoard } from './tickers/ticker-board.ts';
export { listTrades, marketHistory, type TradeRecord, tradesAfter } from './trades.ts';
