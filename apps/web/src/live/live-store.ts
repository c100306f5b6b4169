import type { MessageOf, Subscription } from './subscription.ts';
import { createThrottle, paintIntervalMs } from './throttle.ts';
import type { TradingSocket } from './trading-socket.ts';

/** State outside React, fed by one subscription of the socket, told to its readers at most every 100 ms. */
export interface LiveStore<State> {
  subscribe(listener: () => void): () => void;
  /** The state as it was last told; the same object until then. */
  read(): State;
  /** The state as it is now, for a decision and not for the screen. */
  latest(): State;
}

export interface LiveStoreParts<S extends Subscription, State> {
  readonly socket: Pick<TradingSocket, 'subscribe'>;
  readonly subscription: S;
  readonly empty: State;
  /** Takes a message in. The sequence has been judged: 0 is the whole state, any other the next change. */
  readonly take: (state: State, message: MessageOf<S['name']>) => State;
  readonly intervalMs?: number;
}

/** Subscribes with the first reader and unsubscribes with the last: a feed that nobody reads costs nothing. */
export function createLiveStore<S extends Subscription, State>(
  parts: LiveStoreParts<S, State>,
): LiveStore<State> {
  const { socket, subscription, empty, take, intervalMs = paintIntervalMs } = parts;
  const listeners = new Set<() => void>();
  let now = empty;
  let told = empty;
  let stop: (() => void) | null = null;

  const throttle = createThrottle(() => {
    told = now;
    for (const listener of [...listeners]) listener();
  }, intervalMs);

  function start(): void {
    stop = socket.subscribe(subscription, (message) => {
      now = take(now, message);
      throttle.changed();
    });
  }

  function end(): void {
    throttle.stop();
    stop?.();
    stop = null;
    // What was shown grows old from here on, so the next reader begins with nothing.
    now = empty;
    told = empty;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (stop === null) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) end();
      };
    },
    read: () => told,
    latest: () => now,
  };
}
