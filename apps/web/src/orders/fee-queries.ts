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

/** All tiers, the lowest first. */
export const feeTiersQuery = queryOptions({
  queryKey: ['fees', 'tiers'],
  queryFn: async ({ signal }) => valueOrThrow(await call(marketDataEndpoints.fees, { signal })).tiers,
});

/** What a visitor would pay at first. */
export const firstFeesQuery = queryOptions({ ...feeTiersQuery, select: ([first]) => first ?? null });
