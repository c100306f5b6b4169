import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#api/api.ts';
import { threadEndpoints, ticketEndpoints } from '#api/contract/support.ts';
import { valueOrThrow } from '#api/queries.ts';
import { tradingSocket } from '#live/live.ts';

/** Of the user's data, so that it is forgotten when they log out. */
const key = ['user', 'tickets'] as const;

export const ticketsQuery = infiniteQueryOptions({
  queryKey: [...key, 'list'],
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: 20, ...(pageParam !== undefined && { cursor: pageParam }) };
    return valueOrThrow(await call(ticketEndpoints.list, { query, signal }));
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

export function ticketQuery(id: string) {
  return queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }) => valueOrThrow(await call(ticketEndpoints.read, { params: { id }, signal })),
    retry: false,
  });
}

/** A reader without a login has no socket, so what is new is asked for. */
const threadLookMs = 15_000;

export function threadQuery(token: string) {
  return queryOptions({
    queryKey: ['thread', token],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(threadEndpoints.read, { body: { token }, signal })),
    refetchInterval: ({ state }) => (state.error === null ? threadLookMs : false),
    staleTime: 0,
    retry: false,
  });
}

/** Reads tickets again when the server says that one changed. */
export function useLiveTickets(): void {
  const client = useQueryClient();
  useEffect(() => {
    const release = tradingSocket.keepOpen();
    const read = () => void client.invalidateQueries({ queryKey: key });
    const stop = tradingSocket.on('ticket', read);
    // What was told while the connection was away.
    let wasOpen = tradingSocket.state() === 'open';
    const stopState = tradingSocket.onStateChange(() => {
      const isOpen = tradingSocket.state() === 'open';
      if (isOpen && !wasOpen) read();
      wasOpen = isOpen;
    });
    return () => {
      stop();
      stopState();
      release();
    };
  }, [client]);
}
