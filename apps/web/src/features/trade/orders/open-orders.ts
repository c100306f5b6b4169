import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useIsLoggedIn } from '#api/session.ts';
import { tradingSocket } from '#live/live.ts';
import { historyKey } from '../api/queries.ts';
import { createOpenOrdersStore, noOpenOrders, type OpenOrders } from './open-orders-store.ts';

export const openOrders = createOpenOrdersStore(tradingSocket);

const nobodys = { subscribe: () => () => {}, read: () => noOpenOrders };

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
