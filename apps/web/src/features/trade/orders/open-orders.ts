import { useSyncExternalStore } from 'react';
import { useIsLoggedIn } from '#api/session.ts';
import { tradingSocket } from '#live/live.ts';
import { createOpenOrdersStore, noOpenOrders, type OpenOrders } from './open-orders-store.ts';

export const openOrders = createOpenOrdersStore(tradingSocket);

const nobodys = { subscribe: () => () => {}, read: () => noOpenOrders };

/** A visitor has none and asks for none. */
export function useOpenOrders(): OpenOrders {
  const store = useIsLoggedIn() ? openOrders : nobodys;
  return useSyncExternalStore(store.subscribe, store.read);
}
