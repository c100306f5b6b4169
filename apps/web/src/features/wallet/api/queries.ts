import type { Transaction } from '@emporion/contracts/rest';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { walletHistoryEndpoints } from '#api/contract/wallet-history.ts';
import { walletEndpoints } from '#api/contract/wallets.ts';
import { valueOrThrow } from '#api/queries.ts';

/** What every answer about one's own wallet is kept under. Logging out forgets it, and news of the wallet has it read again. */
export const walletKey = ['user', 'wallet'] as const;

/** What there is of each coin: free, in orders, locked for withdrawals and codes, on its way in. */
export const walletsQuery = queryOptions({
  queryKey: [...walletKey, 'wallets'],
  queryFn: async ({ signal }) => valueOrThrow(await call(walletEndpoints.wallets, { signal })).wallets,
});

export interface TransactionFilter {
  readonly type?: Transaction['type'] | undefined;
  readonly currency?: string | undefined;
}

/** The newest deposits and withdrawals, in whatever state they are. */
export function transactionsQuery(filter: TransactionFilter) {
  return queryOptions({
    queryKey: [...walletKey, 'transactions', filter],
    queryFn: async ({ signal }) => {
      const query = { limit: 20, ...filter };
      return valueOrThrow(await call(walletHistoryEndpoints.transactions, { query, signal })).results;
    },
  });
}
