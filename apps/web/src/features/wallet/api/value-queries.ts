import type { ValueRange } from '@emporion/contracts/rest';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { movementEndpoints } from '#api/contract/movements.ts';
import { overviewEndpoints } from '#api/contract/overview.ts';
import { rateEndpoints } from '#api/contract/rates.ts';
import { valueOrThrow } from '#api/queries.ts';
import { walletKey } from './queries.ts';

/** Prices move all the time; once a minute is enough for what is looked at and not traded by. */
const refreshed = { refetchInterval: 60_000, refetchIntervalInBackground: false };

/** What all of one's own coins are worth, and where they are. */
export function overviewQuery(currency: string) {
  return queryOptions({
    queryKey: [...walletKey, 'overview', currency],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(overviewEndpoints.read, { query: { in: currency }, signal })),
    ...refreshed,
  });
}

/** What they were worth over time. The line of before stays until the next has come. */
export function valueHistoryQuery(currency: string, range: ValueRange) {
  return queryOptions({
    queryKey: [...walletKey, 'value-history', currency, range],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(overviewEndpoints.valueHistory, { query: { in: currency, range }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** What one of each coin is worth. */
export function ratesQuery(currency: string) {
  return queryOptions({
    queryKey: ['market', 'rates', currency],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(rateEndpoints.list, { query: { in: currency }, signal })).results,
    ...refreshed,
  });
}

/** The last movements of one's own money. */
export const lastMovementsQuery = queryOptions({
  queryKey: [...walletKey, 'last-movements'],
  queryFn: async ({ signal }) =>
    valueOrThrow(await call(movementEndpoints.list, { query: { limit: 6 }, signal })).results,
});
