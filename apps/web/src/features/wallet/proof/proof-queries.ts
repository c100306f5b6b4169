import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { liabilitiesEndpoints } from '#api/contract/liabilities.ts';
import { valueOrThrow } from '#api/queries.ts';

/** What was published of every coin, the newest first. */
export const proofsQuery = queryOptions({
  queryKey: ['market', 'liabilities'],
  queryFn: async ({ signal }) =>
    valueOrThrow(await call(liabilitiesEndpoints.list, { query: { limit: '200' }, signal })).results,
});

/** A publication never changes, and neither does one's own part of it. */
export function ownProofQuery(id: string) {
  return queryOptions({
    queryKey: ['user', 'liabilities', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(liabilitiesEndpoints.own, { params: { id }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
