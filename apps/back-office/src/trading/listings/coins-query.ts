import { listingEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { queryOptions } from '@tanstack/react-query';

export const coinsQuery = queryOptions({
  queryKey: ['staff-coins'],
  queryFn: async ({ signal }) => valueOrThrow(await call(listingEndpoints.coins, { signal })),
});
