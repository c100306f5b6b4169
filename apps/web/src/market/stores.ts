import type { Order, Timeframe } from '@emporion/contracts/rest';
import { createLiveStore, type LiveStore } from '#live/live-store.ts';
import { slowPaintIntervalMs } from '#live/throttle.ts';
import type { TradingSocket } from '#live/trading-socket.ts';
import { type Book, emptyBook, takeBookMessage } from './book-state.ts';
import { type Candles, noCandles, takeCandlesMessage } from './candles-state.ts';
import { noTickers, type Tickers, takeTickersMessage } from './tickers-state.ts';
import { noTrades, type Trades, takeTradesMessage } from './trades-state.ts';

const noOrders: readonly Order[] = [];

/** One store per key for as long as the page lives: there are as many as pairs, steps and timeframes somebody looked at. */
function keyed<State>(create: (key: string) => LiveStore<State>): (key: string) => LiveStore<State> {
  const stores = new Map<string, LiveStore<State>>();
  return (key) => {
    const store = stores.get(key) ?? create(key);
    stores.set(key, store);
    return store;
  };
}

export interface BookKey {
  readonly pair: string;
  /** Always named: a subscription without it would take in the messages of every other step. */
  readonly precision: string;
}

export interface CandlesKey {
  readonly pair: string;
  readonly timeframe: Timeframe;
}

/** The live data of the markets over one socket. */
export function createMarketStores(socket: Pick<TradingSocket, 'subscribe'>) {
  const tickers = createLiveStore<{ name: 'pairs_volume'; params: Record<string, never> }, Tickers>({
    socket,
    subscription: { name: 'pairs_volume', params: {} },
    empty: noTickers,
    take: takeTickersMessage,
  });
  const books = keyed<Book>((key) => {
    const [pair = '', precision = ''] = key.split(' ');
    return createLiveStore({
      socket,
      subscription: { name: 'stack', params: { pair, precision } } as const,
      empty: emptyBook,
      take: takeBookMessage,
    });
  });
  const candles = keyed<Candles>((key) => {
    const [pair = '', timeframe = ''] = key.split(' ');
    return createLiveStore({
      socket,
      subscription: { name: 'candles', params: { pair, timeframe: timeframe as Timeframe } } as const,
      empty: noCandles,
      take: takeCandlesMessage,
      intervalMs: slowPaintIntervalMs,
    });
  });
  return {
    tickers,
    book: ({ pair, precision }: BookKey) => books(`${pair} ${precision}`),
    candles: ({ pair, timeframe }: CandlesKey) => candles(`${pair} ${timeframe}`),
    trades: keyed<Trades>((pair) =>
      createLiveStore({
        socket,
        subscription: { name: 'trades', params: { pair } } as const,
        empty: noTrades,
        take: takeTradesMessage,
        intervalMs: slowPaintIntervalMs,
      }),
    ),
    /** One's own open orders of a pair. Every message is the whole list. */
    ownOrders: keyed<readonly Order[]>((pair) =>
      createLiveStore({
        socket,
        subscription: { name: 'opened_orders_by_pair', params: { pair, page: 1 } } as const,
        empty: noOrders,
        take: (_, { results }) => results,
      }),
    ),
  };
}

export type MarketStores = ReturnType<typeof createMarketStores>;
