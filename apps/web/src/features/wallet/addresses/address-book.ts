import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { addressBookEndpoints } from '#api/contract/address-book.ts';
import { valueOrThrow } from '#api/queries.ts';
import { walletKey } from '../api/queries.ts';

/** The saved addresses of every coin, by label. */
export const savedAddressesQuery = queryOptions({
  queryKey: [...walletKey, 'addresses'],
  queryFn: async ({ signal }) =>
    valueOrThrow(await call(addressBookEndpoints.list, { query: {}, signal })).results,
});

/** Whether money leaves for saved addresses only. */
export const savedOnlyQuery = queryOptions({
  queryKey: [...walletKey, 'saved-addresses-only'],
  queryFn: async ({ signal }) => valueOrThrow(await call(addressBookEndpoints.only, { signal })),
});
