import type { CardOrder, CardPreview } from '@emporion/contracts/rest';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#api/api.ts';
import { cardEndpoints } from '#api/contract/cards.ts';
import { valueOrThrow } from '#api/queries.ts';
import type { CardDraft } from './card-draft.ts';

/** Of the user's data, so that it is forgotten when they log out. */
export const cardKey = ['user', 'card'] as const;

export const optionsQuery = queryOptions({
  queryKey: ['card', 'options'],
  queryFn: async ({ signal }) => valueOrThrow(await call(cardEndpoints.options, { signal })),
  staleTime: 60_000,
});

export const limitsQuery = queryOptions({
  queryKey: [...cardKey, 'limits'],
  queryFn: async ({ signal }) => valueOrThrow(await call(cardEndpoints.limits, { signal })),
});

export const savedCardsQuery = queryOptions({
  queryKey: [...cardKey, 'saved'],
  queryFn: async ({ signal }) => valueOrThrow(await call(cardEndpoints.savedCards, { signal })).results,
});

const listedMax = 20;

export const ordersQuery = queryOptions({
  queryKey: [...cardKey, 'orders'],
  queryFn: async ({ signal }) =>
    valueOrThrow(await call(cardEndpoints.orders, { query: { limit: listedMax }, signal })).results,
});

/** Nothing follows; a refused or expired purchase may still be paid, so it is looked at for as long as somebody watches. */
export const ended: ReadonlySet<CardOrder['status']> = new Set([
  'completed',
  'failed',
  'refunded',
  'charged_back',
]);
const lookAgainMs = 2_000;
/** What is completed may be refunded while somebody looks. */
const endedLookMs = 10_000;

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: [...cardKey, 'order', id],
    queryFn: async ({ signal }) => valueOrThrow(await call(cardEndpoints.order, { params: { id }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && ended.has(data.status) ? endedLookMs : lookAgainMs,
    staleTime: 0,
    retry: false,
  });
}

const renewMs = 5_000;
const typingMs = 300;

/** The last of what changes while somebody types. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export interface LivePreview {
  readonly preview: CardPreview | undefined;
  readonly error: Error | null;
  /** What is shown is not yet the answer to what is written. */
  readonly isPending: boolean;
  renew(): void;
}

/** What it would cost and bring, renewed for as long as the page is looked at. */
export function usePreview(draft: CardDraft): LivePreview {
  const amount = useSettled(draft.amount);
  const { side, system, currency, coin, written } = draft;
  const isAsked = /[1-9]/.test(amount);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['card', 'preview', { side, system, currency, coin, written, amount }],
    queryFn: async ({ signal }) => {
      const endpoint = side === 'buy' ? cardEndpoints.previewPurchase : cardEndpoints.previewSale;
      const body = { pay_system: system, currency, coin, [written]: amount };
      return valueOrThrow(await call(endpoint, { body, signal }));
    },
    enabled: isAsked,
    refetchInterval: renewMs,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isOld = amount !== draft.amount || isPlaceholderData;
  return {
    preview: isAsked && draft.amount !== '' && error === null ? data : undefined,
    error: isAsked && !isOld && !isFetching ? error : null,
    isPending: isAsked && (isOld || (isFetching && data === undefined)),
    renew: () => void refetch(),
  };
}
