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
    let known: string | null = null;
    // What is told may have changed the limits, as a verification does.
    const stopNotices = tradingSocket.on('user_notification', () => {
      void client.invalidateQueries({ queryKey: [...walletKey, 'withdrawal-quote'] });
    });
    const stopHistory = tradingSocket.subscribe(
      { name: 'wallet_history', params: { page: 1 } },
      (message) => {
        const told = JSON.stringify(message.results);
        // The first whole state is what the page has just read, and everybody hears it again with each new reader; after a lost connection it may be news.
        const isNews = message.sequence !== 0 || (known !== null && told !== known);
        known = told;
        if (isNews) void client.invalidateQueries({ queryKey: walletKey });
      },
    );
    return () => {
      stopNotices();
      stopHistory();
    };
  }, [client, loggedIn]);
}
