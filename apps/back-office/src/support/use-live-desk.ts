import { tradingSocket } from '@emporion/web/live/live.ts';
import { useEffect } from 'react';
import { queryClient } from '#app/query-client.ts';

/** Reads the desk again when any ticket changed, and after the connection was away. */
export function useLiveDesk(): void {
  useEffect(() => {
    const release = tradingSocket.keepOpen();
    const read = () => void queryClient.invalidateQueries();
    const stop = tradingSocket.on('ticket', read);
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
  }, []);
}
