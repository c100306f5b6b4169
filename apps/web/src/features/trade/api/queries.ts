import { type Fill, marketDataEndpoints, type Order } from '@emporion/contracts/rest';
import type { Result } from '@emporion/kernel';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { feeEndpoints, orderEndpoints } from '#api/contract/trading.ts';
import { ApiError, type ApiFailure } from '#api/failure.ts';
import { fillQuery, type OrderFilter, orderQuery } from '../orders/order-filter.ts';

function valueOrThrow<Value>(result: Result<Value, ApiFailure>): Value {
  if (!result.ok) throw new ApiError(result.failure);
  return result.value;
}

// The first part of each key is the one of all that is the user's, so that logging out forgets it.
export const ownFeesQuery = queryOptions({
  queryKey: ['user', 'fees'],
  queryFn: async ({ signal }) => valueOrThrow(await call(feeEndpoints.own, { signal })),
});

/** What a visitor would pay at first. */
export const firstFeesQuery = queryOptions({
  queryKey: ['fees', 'first'],
  queryFn: async ({ signal }) => {
    const { tiers } = valueOrThrow(await call(marketDataEndpoints.fees, { signal }));
    return tiers[0] ?? null;
  },
});

const pageSize = 30;
const firstPage: string | null = null;

/** One page of a list that goes on after `next`. */
export interface Page<Row> {
  readonly results: readonly Row[];
  readonly next: string | null;
}

interface PageRequest {
  /** `next` of the page before; null for the first. */
  readonly cursor: string | null;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

export type ReadPage<Row> = (
  filter: OrderFilter,
  request: PageRequest,
) => Promise<Result<Page<Row>, ApiFailure>>;

export const readClosedOrders: ReadPage<Order> = (filter, { cursor, limit, signal }) => {
  const query = { ...orderQuery(filter, new Date()), limit, ...(cursor === null ? {} : { cursor }) };
  return call(orderEndpoints.list, { query, ...(signal === undefined ? {} : { signal }) });
};

export const readFills: ReadPage<Fill> = (filter, { cursor, limit, signal }) => {
  const query = { ...fillQuery(filter, new Date()), limit, ...(cursor === null ? {} : { cursor }) };
  return call(orderEndpoints.fills, { query, ...(signal === undefined ? {} : { signal }) });
};

export const historyKey = ['user', 'order-history'] as const;

function pagesOf<Row>(name: string, read: ReadPage<Row>, filter: OrderFilter) {
  return infiniteQueryOptions({
    queryKey: [...historyKey, name, filter],
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
