import type { Fill, Order } from '@emporion/contracts/rest';
import type { Result } from '@emporion/kernel';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#api/api.ts';
import { orderEndpoints } from '#api/contract/trading.ts';
import type { ApiFailure } from '#api/failure.ts';
import { orderHistoryKey, valueOrThrow } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { tradingSocket } from '#live/live.ts';
import { createThrottle } from '#live/throttle.ts';
import { fillQuery, type OrderFilter, orderQuery } from './order-filter.ts';

const pageSize = 30;
const firstPage: string | null = null;

/** One page of a list that goes on after `next`. */
interface Page<Row> {
  readonly results: readonly Row[];
  readonly next: string | null;
}

interface PageRequest {
  /** `next` of the page before; null for the first. */
  readonly cursor: string | null;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

type ReadPage<Row> = (filter: OrderFilter, request: PageRequest) => Promise<Result<Page<Row>, ApiFailure>>;

const readClosedOrders: ReadPage<Order> = (filter, { cursor, limit, signal }) => {
  const query = { ...orderQuery(filter, new Date()), limit, ...(cursor === null ? {} : { cursor }) };
  return call(orderEndpoints.list, { query, ...(signal === undefined ? {} : { signal }) });
};

const readFills: ReadPage<Fill> = (filter, { cursor, limit, signal }) => {
  const query = { ...fillQuery(filter, new Date()), limit, ...(cursor === null ? {} : { cursor }) };
  return call(orderEndpoints.fills, { query, ...(signal === undefined ? {} : { signal }) });
};

function pagesOf<Row>(name: string, read: ReadPage<Row>, filter: OrderFilter) {
  return infiniteQueryOptions({
    queryKey: [...orderHistoryKey, name, filter],
    initialPageParam: firstPage,
    queryFn: async ({ signal, pageParam }) =>
      valueOrThrow(await read(filter, { cursor: pageParam, limit: pageSize, signal })),
    getNextPageParam: ({ next }) => next,
  });
}

export function orderHistoryQuery(filter: OrderFilter) {
  return pagesOf('orders', readClosedOrders, filter);
}

export function fillsQuery(filter: OrderFilter) {
  return pagesOf('fills', readFills, filter);
}

/** Each reading fetches whole pages, so the fills of a burst share one. */
const historyIntervalMs = 500;

/** What is read over HTTP grows old when an order closes or trades: the socket says when. */
export function useHistoryRefresh(): void {
  const client = useQueryClient();
  const loggedIn = useIsLoggedIn();
  useEffect(() => {
    if (!loggedIn) return;
    const throttle = createThrottle(
      () => void client.invalidateQueries({ queryKey: orderHistoryKey }),
      historyIntervalMs,
    );
    let told = false;
    const stopClosed = tradingSocket.subscribe({ name: 'closed_orders', params: { page: 1 } }, (message) => {
      // A second whole list comes after a lost connection, in which anything may have traded.
      if (told || message.sequence > 0) throttle.changed();
      told = true;
    });
    const stopDeals = tradingSocket.on('deals', throttle.changed);
    return () => {
      throttle.stop();
      stopClosed();
      stopDeals();
      // Nobody listens from here on, so whoever comes back reads again.
      void client.invalidateQueries({ queryKey: orderHistoryKey, refetchType: 'none' });
    };
  }, [client, loggedIn]);
}
