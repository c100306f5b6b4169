import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { transferEndpoints } from '#api/contract/transfers.ts';
import { valueOrThrow } from '#api/queries.ts';
import { walletKey } from '../api/queries.ts';

/** The last transfers, sent and received. */
export const transfersQuery = queryOptions({
  queryKey: [...walletKey, 'transfers'],
  queryFn: async ({ signal }) =>
    valueOrThrow(await call(transferEndpoints.list, { query: { limit: 10 }, signal })).results,
});
