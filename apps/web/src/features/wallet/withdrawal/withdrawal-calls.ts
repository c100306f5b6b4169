import type { Withdrawal } from '@emporion/contracts/rest';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { withdrawalEndpoints } from '#api/contract/withdrawals.ts';
import { valueOrThrow } from '#api/queries.ts';
import { walletKey } from '../api/queries.ts';

export interface QuoteAsked {
  readonly currency: string;
  readonly network: string;
  /** Without it there is no value, and nothing is said about a review. */
  readonly amount?: string | undefined;
}

/** What a withdrawal costs and how much can be sent; the answer of before stays until the next has come. */
export function quoteQuery(query: QuoteAsked) {
  return queryOptions({
    queryKey: [...walletKey, 'withdrawal-quote', query],
    queryFn: async ({ signal }) => valueOrThrow(await call(withdrawalEndpoints.quote, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

const ended: ReadonlySet<Withdrawal['status']> = new Set(['completed', 'failed', 'cancelled']);

export function isEnded({ status }: Pick<Withdrawal, 'status'>): boolean {
  return ended.has(status);
}

/** News of the wallet has it read again; a slow look besides serves whoever has lost the socket. */
const lookAgainMs = 10_000;

export function withdrawalQuery(id: string) {
  return queryOptions({
    queryKey: [...walletKey, 'withdrawal', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(withdrawalEndpoints.read, { params: { id }, signal })),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isEnded(data) ? false : lookAgainMs),
    staleTime: 0,
  });
}
