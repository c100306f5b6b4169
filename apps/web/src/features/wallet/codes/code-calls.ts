import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { p2pCodeEndpoints } from '#api/contract/p2p-codes.ts';
import { valueOrThrow } from '#api/queries.ts';
import { walletKey } from '../api/queries.ts';

/** The last codes, made and redeemed. */
export const codesQuery = queryOptions({
  queryKey: [...walletKey, 'codes'],
  queryFn: async ({ signal }) =>
    valueOrThrow(await call(p2pCodeEndpoints.list, { query: { limit: 20 }, signal })).results,
});
