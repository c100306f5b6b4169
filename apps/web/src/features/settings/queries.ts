import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { factorEndpoints } from '#api/contract/factors.ts';
import { settingsEndpoints } from '#api/contract/settings.ts';
import { valueOrThrow } from '#api/queries.ts';

// The first part of the key is the one of all that is the user's, so that logging out forgets it.
export const factorsQuery = queryOptions({
  queryKey: ['user', 'factors'],
  queryFn: async ({ signal }) => valueOrThrow(await call(factorEndpoints.read, { signal })),
});

export const sessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  // Whoever looks for a stranger wants the list of now.
  staleTime: 0,
  queryFn: async ({ signal }) => valueOrThrow(await call(settingsEndpoints.sessions, { signal })),
});

export const historyPageSize = 20;
export const historyKey = ['user', 'history'] as const;

export function historyQuery(page: number) {
  return queryOptions({
    queryKey: [...historyKey, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { limit: historyPageSize, offset: (page - 1) * historyPageSize };
      return valueOrThrow(await call(settingsEndpoints.history, { query, signal }));
    },
  });
}
