import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIsLoggedIn } from '#api/session.ts';
import { tradingSocket } from '#live/live.ts';
import { useLiveBalance } from '#live/use-live-balance.ts';
import { walletKey } from './queries.ts';

/**
 * Keeps the answers about the wallet in step with the socket: the balance comes with it, and whatever else is shown is read
 * again when a deposit, a withdrawal, a transfer or a code has moved.
 */
export function useLiveWallet(): void {
  useLiveBalance();
  const client = useQueryClient();
  const loggedIn = useIsLoggedIn();
  useEffect(() => {
    if (!loggedIn) return;
    let known = false;
    return tradingSocket.subscribe({ name: 'wallet_history', params: { page: 1 } }, () => {
      // The first message is what the page has just read; one after a lost connection may be news.
      if (known) void client.invalidateQueries({ queryKey: walletKey });
      known = true;
    });
  }, [client, loggedIn]);
}
