import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { balanceQuery } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { tradingSocket } from './live.ts';

/** Keeps the balance that everybody reads in step with the socket, which tells the whole of it each time. */
export function useLiveBalance(): void {
  const client = useQueryClient();
  const loggedIn = useIsLoggedIn();
  useEffect(() => {
    if (!loggedIn) return;
    return tradingSocket.subscribe({ name: 'balance', params: {} }, ({ balance }) => {
      client.setQueryData(balanceQuery.queryKey, { balance });
    });
  }, [client, loggedIn]);
}
