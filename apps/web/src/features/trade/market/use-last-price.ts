import { useCallback, useRef, useSyncExternalStore } from 'react';
import { type LastPrice, lastPriceOf } from './last-price.ts';
import { market, useTicker } from './market.ts';

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
