import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { serviceStatusEndpoints } from '#api/contract/help.ts';
import { valueOrThrow } from '#api/queries.ts';

const refreshMs = 30_000;

/** Read again while somebody looks. */
export const statusQuery = (language: string) =>
  queryOptions({
    queryKey: ['help', 'status', language],
    refetchInterval: refreshMs,
    queryFn: async ({ signal }) => valueOrThrow(await call(serviceStatusEndpoints.read, { signal })),
  });
