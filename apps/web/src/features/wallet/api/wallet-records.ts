import type { Transaction } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { tradingSocket } from '#live/live.ts';
import { createLiveStore } from '#live/live-store.ts';
import type { MessageOf } from '#live/subscription.ts';
import { transactionsQuery } from './queries.ts';

/** Something that came in or leaves, as the socket tells it: a deposit or a withdrawal has what its transaction has. */
export type WalletRecord = MessageOf<'wallet_history'>['results'][number];

/** Every message is the whole first page. */
function storeOf(name: 'wallet_history' | 'wallet_history_topups' | 'wallet_history_withdrawals') {
  return createLiveStore({
    socket: tradingSocket,
    subscription: { name, params: { page: 1 } } as const,
    empty: null as readonly WalletRecord[] | null,
    take: (_, { results }) => results,
  });
}

const feeds = {
  all: { store: storeOf('wallet_history'), type: undefined },
  deposits: { store: storeOf('wallet_history_topups'), type: 'deposit' },
  withdrawals: { store: storeOf('wallet_history_withdrawals'), type: 'withdrawal' },
} as const;

export function recordOf({ type, currency, ...transaction }: Transaction): WalletRecord {
  return { kind: type, coin: currency, ...transaction };
}

/** The newest first. Until the socket has told them, and while it cannot, they are those that the list has. */
export function useWalletRecords(feed: keyof typeof feeds) {
  const { store, type } = feeds[feed];
  const live = useSyncExternalStore(store.subscribe, store.read);
  const query = useQuery({
    ...transactionsQuery({ type }),
    enabled: live === null,
  });
  const { data, error, refetch } = query;
  return {
    records: live ?? data?.map(recordOf),
    error: live === null ? error : null,
    // Who does not ask is not drawn anew when reading begins and ends.
    get retrying() {
      return query.isFetching;
    },
    retry: () => void refetch(),
  };
}
