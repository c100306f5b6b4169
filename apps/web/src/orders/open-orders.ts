import type { Order } from '@emporion/contracts/rest';
import { useSyncExternalStore } from 'react';
import { useIsLoggedIn } from '#api/session.ts';
import { tradingSocket } from '#live/live.ts';
import { createThrottle } from '#live/throttle.ts';
import type { TradingSocket } from '#live/trading-socket.ts';

export interface OpenOrders {
  readonly ready: boolean;
  /** Newest first, of all pairs. */
  readonly list: readonly Order[];
  /** On their way to the server: nobody has answered for them yet. */
  readonly sending: readonly Order[];
}

const noOpenOrders: OpenOrders = { ready: false, list: [], sending: [] };

/** The feed has fifty orders a page; nobody may have more than a thousand open. */
const pagesMax = 20;
/** The feed tells of every order that was acknowledged, most often before this; one that closed meanwhile it never names. */
const acknowledgedMs = 2_000;

function isOpen({ status }: Order): boolean {
  return status === 'pending' || status === 'open' || status === 'partially_filled';
}

function isNewer(one: Order, other: Order): number {
  if (one.time !== other.time) return one.time < other.time ? 1 : -1;
  return Number(other.id) - Number(one.id);
}

/**
 * One's own open orders: what the feed tells, with what the server has just answered on top, so that an order stands in the list as
 * soon as it is taken and leaves it as soon as it is cancelled.
 */
export function createOpenOrdersStore(socket: Pick<TradingSocket, 'subscribe'>) {
  const listeners = new Set<() => void>();
  const pages: (readonly Order[])[] = [];
  const stops: (() => void)[] = [];
  const acknowledged = new Map<string, Order>();
  const gone = new Set<string>();
  const sending = new Set<Order>();
  let state = noOpenOrders;

  function tell(): void {
    const orders = new Map([...acknowledged.values(), ...pages.flat()].map((order) => [order.id, order]));
    for (const id of gone) orders.delete(id);
    state = {
      ready: pages.length > 0,
      list: [...orders.values()].sort(isNewer),
      sending: [...sending].reverse(),
    };
    for (const listener of [...listeners]) listener();
  }
  const throttle = createThrottle(tell);

  function follow(page: number): void {
    stops[page - 1] = socket.subscribe({ name: 'opened_orders', params: { page } }, (message) => {
      pages[page - 1] = message.results;
      for (const { id } of message.results) acknowledged.delete(id);
      if (page === 1) followPages(Math.min(Math.max(message.total_pages, 1), pagesMax));
      throttle.changed();
    });
  }

  function followPages(count: number): void {
    for (let page = stops.length + 1; page <= count; page += 1) follow(page);
    for (const stop of stops.splice(count)) stop();
    pages.splice(count);
  }

  function forget(): void {
    throttle.stop();
    for (const stop of stops.splice(0)) stop();
    pages.splice(0);
    for (const kept of [acknowledged, gone, sending]) kept.clear();
    state = noOpenOrders;
  }

  function forAWhile(kept: Map<string, Order> | Set<string>, id: string): void {
    setTimeout(() => {
      if (kept.delete(id)) tell();
    }, acknowledgedMs);
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (stops.length === 0) follow(1);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) forget();
      };
    },
    read: () => state,
    /** Shows an order that is being sent until the returned function is called. */
    send(order: Order): () => void {
      sending.add(order);
      tell();
      return () => {
        if (sending.delete(order)) tell();
      };
    },
    /** The server has answered with this order: it is open, or it is gone. */
    acknowledge(order: Order): void {
      const page = pages.findIndex((orders) => orders.some(({ id }) => id === order.id));
      const known = pages[page];
      if (isOpen(order) && known !== undefined) {
        pages[page] = known.map((each) => (each.id === order.id ? order : each));
      } else if (isOpen(order)) {
        acknowledged.set(order.id, order);
        forAWhile(acknowledged, order.id);
      } else {
        acknowledged.delete(order.id);
        gone.add(order.id);
        forAWhile(gone, order.id);
      }
      tell();
    },
  };
}

export const openOrders = createOpenOrdersStore(tradingSocket);

const emptyStore = { subscribe: () => () => {}, read: () => noOpenOrders };

/** A visitor has none and asks for none. */
export function useOpenOrders(): OpenOrders {
  const store = useIsLoggedIn() ? openOrders : emptyStore;
  return useSyncExternalStore(store.subscribe, store.read);
}
