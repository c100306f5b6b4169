import type { Result } from '@emporion/kernel';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { feeEndpoints, orderEndpoints } from '#api/contract/trading.ts';
import { ApiError, type ApiFailure } from '#api/failure.ts';

function valueOrThrow<Value>(result: Result<Value, ApiFailure>): Value {
  if (!result.ok) throw new ApiError(result.failure);
  return result.value;
}

// The first part of each key is the one of all that is the user's, so that logging out forgets it.
export const ownFeesQuery = queryOptions({
  queryKey: ['user', 'fees'],
  queryFn: async ({ signal }) => valueOrThrow(await call(feeEndpoints.own, { signal })),
});

const pageSize = 30;
const firstPage: string | null = null;

export const historyKey = ['user', 'order-history'] as const;
export const historyStates = ['done', 'canceled'] as const;
export type HistoryState = (typeof historyStates)[number] | 'all';

/** `pair` null means all pairs. */
export interface HistoryFilter {
  readonly pair: string | null;
  readonly state: HistoryState;
}

export function orderHistoryQuery({ pair, state }: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: [...historyKey, 'orders', pair, state],
    initialPageParam: firstPage,
    queryFn: async ({ signal, pageParam }) => {
      const query = {
        limit: pageSize,
        ...(pair === null ? {} : { pair }),
        ...(state === 'all' ? {} : { state }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      return valueOrThrow(await call(orderEndpoints.list, { query, signal }));
    },
    getNextPageParam: ({ next }) => next,
  });
}

export function fillsQuery(pair: string | null) {
  return infiniteQueryOptions({
    queryKey: [...historyKey, 'fills', pair],
    initialPageParam: firstPage,
    queryFn: async ({ signal, pageParam }) => {
      const query = {
        limit: pageSize,
        ...(pair === null ? {} : { pair }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      return valueOrThrow(await call(orderEndpoints.fills, { query, signal }));
    },
    getNextPageParam: ({ next }) => next,
  });
}
