import { marketDataEndpoints } from '@emporion/contracts/rest';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { feeEndpoints } from '#api/contract/trading.ts';
import { valueOrThrow } from '#api/queries.ts';

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
