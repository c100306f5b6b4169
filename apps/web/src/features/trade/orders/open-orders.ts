import type { Order } from '@emporion/contracts/rest';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useIsLoggedIn } from '#api/session.ts';
import { tradingSocket } from '#live/live.ts';
import { historyKey } from '../api/queries.ts';
import { createLiveStore, type LiveStore } from '../market/live-store.ts';

export interface OpenOrders {
  readonly ready: boolean;
  /** Newest first, of all pairs. */
  readonly list: readonly Order[];
}

const none: OpenOrders = { ready: false, list: [] };

/** Every message is the whole list. */
const openOrders = createLiveStore({
  socket: tradingSocket,
  subscription: { name: 'opened_orders', params: { page: 1 } } as const,
  empty: none,
  take: (_, { results }): OpenOrders => ({ ready: true, list: results }),
});

const nobodys: LiveStore<OpenOrders> = { subscribe: () => () => {}, read: () => none, latest: () => none };

/** A visitor has none and asks for none. */
export function useOpenOrders(): OpenOrders {
  const store = useIsLoggedIn() ? openOrders : nobodys;
  return useSyncExternalStore(store.subscribe, store.read);
}

/** What is read over HTTP grows old when an order closes or trades: the socket says when. */
export function useFreshHistory(): void {
  const client = useQueryClient();
  const loggedIn = useIsLoggedIn();
  useEffect(() => {
    if (!loggedIn) return;
    const forget = (): void => void client.invalidateQueries({ queryKey: historyKey });
    const stopClosed = tradingSocket.subscribe({ name: 'closed_orders', params: { page: 1 } }, (message) => {
      if (message.sequence > 0) forget();
    });
    const stopDeals = tradingSocket.on('deals', forget);
    return () => {
      stopClosed();
      stopDeals();
    };
  }, [client, loggedIn]);
}
