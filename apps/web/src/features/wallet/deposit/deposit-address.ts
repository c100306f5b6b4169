import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { depositEndpoints } from '#api/contract/deposits.ts';
import { valueOrThrow } from '#api/queries.ts';
import { walletKey } from '../api/queries.ts';

export interface CoinOnNetwork {
  readonly currency: string;
  readonly network: string;
}

/** The address that is shown for the next deposit; the first question makes it. */
export function depositAddressQuery(query: CoinOnNetwork) {
  return queryOptions({
    queryKey: [...walletKey, 'deposit-address', query],
    queryFn: async ({ signal }) => valueOrThrow(await call(depositEndpoints.address, { query, signal })),
  });
}

export function makeAddress(body: CoinOnNetwork) {
  return call(depositEndpoints.newAddress, { body });
}
