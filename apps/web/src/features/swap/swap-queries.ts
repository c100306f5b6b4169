import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#api/api.ts';
import { recurringSwapEndpoints, swapEndpoints } from '#api/contract/swap.ts';
import { valueOrThrow } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { isAmount } from './swap-draft.ts';

/** Of the user's data, so that it is forgotten when they log out. */
export const swapKey = ['user', 'swap'] as const;

export const swapsQuery = queryOptions({
  queryKey: [...swapKey, 'done'],
  queryFn: async ({ signal }) => valueOrThrow(await call(swapEndpoints.swaps, { query: {}, signal })).results,
});

const dueLookMs = 2_000;
const lookMs = 30_000;

export const recurringQuery = queryOptions({
  queryKey: [...swapKey, 'recurring'],
  queryFn: async ({ signal }) => valueOrThrow(await call(recurringSwapEndpoints.list, { signal })).results,
  // A time that has come is about to have a run, and another one after it.
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ next }) => next !== null && Date.parse(next) <= Date.now()) ? dueLookMs : lookMs,
});

/** What is asked: one side is written, the other one is answered. */
export interface Asked {
  readonly from: string;
  readonly to: string;
  readonly side: 'give' | 'receive';
  readonly amount: string;
  readonly slippage: string;
}

export interface Quote {
  /** Null for a visitor, who can look and not swap. */
  readonly id: string | null;
  readonly give: string;
  readonly receive: string;
  /** What the market does not take of the amount; null for nothing. */
  readonly remainder: { readonly currency: string; readonly amount: string } | null;
  readonly least: string;
  readonly rate: string;
  readonly impact: string;
  readonly fees: readonly { readonly coin: string; readonly amount: string; readonly percent: string }[];
  readonly route: readonly string[];
  /** By this machine's clock. */
  readonly untilMs: number;
}

/** Before its seconds are over the next one is there, so that whoever presses never presses an old one. */
const renewMs = 10_000;
const visitorSeconds = 15;
const typingMs = 300;

async function askFor(
  { from, to, side, amount, slippage }: Asked,
  { loggedIn, signal }: { loggedIn: boolean; signal: AbortSignal },
): Promise<Quote> {
  const body = { from, to, slippage, ...(side === 'give' ? { give: amount } : { receive: amount }) };
  if (loggedIn) {
    const quote = valueOrThrow(await call(swapEndpoints.quoteSwap, { body, signal }));
    return { ...quote, untilMs: Date.now() + quote.expires_in * 1_000 };
  }
  const preview = valueOrThrow(await call(swapEndpoints.previewSwap, { body, signal }));
  return { ...preview, id: null, untilMs: Date.now() + visitorSeconds * 1_000 };
}

/** The last of what changes while somebody types. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export interface LiveQuote {
  readonly quote: Quote | undefined;
  readonly error: Error | null;
  /** What is shown is not yet the answer to what is written. */
  readonly isPending: boolean;
  renew(): void;
}

/** The quote for what is written, renewed for as long as the page is looked at. */
export function useQuote(asked: Asked): LiveQuote {
  const loggedIn = useIsLoggedIn();
  const amount = useSettled(asked.amount);
  const isAsked = isAmount(amount) && asked.from !== asked.to;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...swapKey, 'quote', loggedIn, { ...asked, amount }],
    queryFn: ({ signal }) => askFor({ ...asked, amount }, { loggedIn, signal }),
    enabled: isAsked,
    refetchInterval: renewMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isOld = amount !== asked.amount || isPlaceholderData;
  const isRefused = error !== null && !isFetching;
  return {
    quote: isAsked && asked.amount !== '' && error === null ? data : undefined,
    error: isAsked && !isOld && isRefused ? error : null,
    isPending: isAsked && (isOld || (isFetching && data === undefined)),
    renew: () => void refetch(),
  };
}
