import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIsLoggedIn } from '#api/session.ts';
import { tradingSocket } from '#live/live.ts';
import { historyKey } from '../api/queries.ts';
import { createPace } from '../market/pace.ts';

/** Each reading fetches whole pages, so the fills of a burst share one. */
const historyIntervalMs = 500;

/** What is read over HTTP grows old when an order closes or trades: the socket says when. */
export function useFreshHistory(): void {
  const client = useQueryClient();
  const loggedIn = useIsLoggedIn();
  useEffect(() => {
    if (!loggedIn) return;
    const pace = createPace(() => void client.invalidateQueries({ queryKey: historyKey }), historyIntervalMs);
    let told = false;
    const stopClosed = tradingSocket.subscribe({ name: 'closed_orders', params: { page: 1 } }, (message) => {
      // A second whole list comes after a lost connection, in which anything may have traded.
      if (told || message.sequence > 0) pace.changed();
      told = true;
    });
    const stopDeals = tradingSocket.on('deals', pace.changed);
    return () => {
      pace.stop();
      stopClosed();
      stopDeals();
      // Nobody listens from here on, so whoever comes back reads again.
      void client.invalidateQueries({ queryKey: historyKey, refetchType: 'none' });
    };
  }, [client, loggedIn]);
}
