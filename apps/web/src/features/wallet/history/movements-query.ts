import { infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#api/api.ts';
import { movementEndpoints } from '#api/contract/movements.ts';
import { valueOrThrow } from '#api/queries.ts';
import { tradingSocket } from '#live/live.ts';
import { createThrottle } from '#live/throttle.ts';
import { type HistoryFilter, movementQuery } from './history-filter.ts';
import { type MovementPages, mergeNewest, takeRecords } from './merge-movements.ts';

const pageSize = 100;
const firstPage: string | null = null;

async function readPage(filter: HistoryFilter, cursor: string | null, signal: AbortSignal) {
  const query = { ...movementQuery(filter), limit: pageSize, ...(cursor === null ? {} : { cursor }) };
  return call(movementEndpoints.list, { query, signal });
}

/**
 * Every movement that fits, page by page. It is kept apart from what news of the wallet has read again: that would read all pages, and `useLiveMovements` reads one.
 */
export function movementsQuery(filter: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: ['user', 'movements', filter],
    initialPageParam: firstPage,
    queryFn: async ({ pageParam, signal }) => valueOrThrow(await readPage(filter, pageParam, signal)),
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

async function readNewest(client: QueryClient, filter: HistoryFilter, signal: AbortSignal): Promise<void> {
  const answer = await readPage(filter, null, signal);
  if (!answer.ok || signal.aborted) return;
  const { queryKey } = movementsQuery(filter);
  client.setQueryData<MovementPages>(queryKey, (before) => before && mergeNewest(before, answer.value));
}

/** A burst of trades or blocks is read once. */
const newsIntervalMs = 1_000;

/** Keeps the list in step with the socket: what it tells is shown at once, and the newest movements are read again. */
export function useLiveMovements(filter: HistoryFilter): void {
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const { queryKey } = movementsQuery(filter);
    const news = createThrottle(() => {
      const state = client.getQueryState(queryKey);
      // What is being read may have been answered before the news.
      if (state?.fetchStatus === 'fetching') news.changed();
      else if (state?.data !== undefined) void readNewest(client, filter, stop.signal);
    }, newsIntervalMs);
    // Nobody listened since it was read.
    if (client.getQueryData(queryKey) !== undefined) news.changed();
    const stopRecords = tradingSocket.subscribe(
      { name: 'wallet_history', params: { page: 1 } },
      ({ results }) => {
        client.setQueryData<MovementPages>(queryKey, (before) => before && takeRecords(before, results));
        news.changed();
      },
    );
    const stopDeals = tradingSocket.on('deals', news.changed);
    return () => {
      stop.abort();
      news.stop();
      stopRecords();
      stopDeals();
    };
  }, [client, filter]);
}
