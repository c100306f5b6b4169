import type { Order, PairVolume } from '@emporion/contracts/rest';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useIsLoggedIn } from '#api/session.ts';
import { tradingSocket } from '#live/live.ts';
import type { LiveStore } from '#live/live-store.ts';
import { areSamePrices, type BestPrices, bestPricesOf, noPrices } from './best-prices.ts';
import type { Book, BookLevel } from './book-state.ts';
import { type LastPrice, lastPriceOf } from './last-price.ts';
import { finestStep, type MarketPair } from './market-pair.ts';
import { createMarketStores } from './stores.ts';
import type { Tickers } from './tickers-state.ts';
import type { Trades } from './trades-state.ts';

/** The markets as this page follows them, over the application's one socket. */
export const market = createMarketStores(tradingSocket);

function useStore<State>({ subscribe, read }: LiveStore<State>): State {
  return useSyncExternalStore(subscribe, read);
}

export function useTickers(): Tickers {
  return useStore(market.tickers);
}

/** What a pair did within 24 hours; undefined until it is known. The component is drawn again only when that pair changed. */
export function useTicker(pair: string): PairVolume | undefined {
  return useSyncExternalStore(market.tickers.subscribe, () => market.tickers.read().get(pair));
}

/** Whether the figures of the day know a price. They are followed, and drawn again only when that changes. */
export function useHasPrice(pair: string): boolean {
  return useSyncExternalStore(
    market.tickers.subscribe,
    () => (market.tickers.read().get(pair)?.price ?? null) !== null,
  );
}

export function useTrades(pair: string): Trades {
  return useStore(market.trades(pair));
}

/**
 * The price of the last trade, as book and tape show it: the figures of 24 hours come once a second, and a price of theirs would lag behind.
 * They say it until the trades have come.
 */
export function useLastPrice(pair: string): LastPrice | null {
  const store = market.trades(pair);
  const ofDay = useTicker(pair)?.price ?? null;
  const known = useRef<LastPrice | null>(null);
  const read = useCallback(() => {
    const now = lastPriceOf(store.read().list);
    const last = known.current;
    if (now?.price !== last?.price || now?.direction !== last?.direction) known.current = now;
    return known.current;
  }, [store]);
  const traded = useSyncExternalStore(store.subscribe, read);
  if (traded !== null) return traded;
  return ofDay === null ? null : { price: ofDay, direction: 'none' };
}

function finestBook(pair: MarketPair): LiveStore<Book> {
  return market.book({ pair: pair.code, precision: finestStep(pair) });
}

/** The best bid, the best ask and halfway between, drawn again only when one of them moved. */
export function useBestPrices(pair: MarketPair): BestPrices {
  const store = finestBook(pair);
  const step = finestStep(pair);
  const last = useRef(noPrices);
  const read = useCallback(() => {
    const now = bestPricesOf(store.read(), step);
    if (!areSamePrices(now, last.current)) last.current = now;
    return last.current;
  }, [store, step]);
  return useSyncExternalStore(store.subscribe, read);
}

export interface BookSnapshot {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** The book as it is this moment, best first; null while nobody on the page follows it or it has not come yet. */
export function bookSnapshot(pair: MarketPair): BookSnapshot | null {
  const book = finestBook(pair).latest();
  return book.ready ? book : null;
}

const noOrdersStore: LiveStore<readonly Order[]> = {
  subscribe: () => () => {},
  read: () => noOwnOrders,
  latest: () => noOwnOrders,
};
const noOwnOrders: readonly Order[] = [];

/** A visitor has none and asks for none. */
export function useOwnOrders(pair: string): readonly Order[] {
  const loggedIn = useIsLoggedIn();
  return useStore(loggedIn ? market.ownOrders(pair) : noOrdersStore);
}
