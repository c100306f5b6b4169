import type { TradingSocket } from './trading-socket.ts';

export interface LatencyParts {
  readonly socket: Pick<TradingSocket, 'ping' | 'on' | 'state' | 'onStateChange'>;
  readonly isShown: () => boolean;
  readonly publish: (latencyMs: number | null) => void;
  readonly intervalMs?: number;
}

/** Asks the server every few seconds how far away it is, while the page is seen and shows it. Answers with a way to stop. */
export function measureLatency({ socket, isShown, publish, intervalMs = 5_000 }: LatencyParts): () => void {
  let serial = 0;
  let sentAt = 0;

  function ask(): void {
    if (socket.state() !== 'open' || document.visibilityState !== 'visible' || !isShown()) return;
    serial += 1;
    sentAt = performance.now();
    socket.ping(serial);
  }

  const stopPongs = socket.on('pong', ({ ping }) => {
    // An answer to an older question would make the way look longer than it is.
    if (ping === serial) publish(Math.max(1, Math.round(performance.now() - sentAt)));
  });
  const stopStates = socket.onStateChange(() => {
    publish(null);
    ask();
  });
  const timer = setInterval(ask, intervalMs);
  return () => {
    clearInterval(timer);
    stopPongs();
    stopStates();
  };
}
