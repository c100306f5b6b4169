import { act } from '@testing-library/react';
import type { Subscription } from '../subscription.ts';

type Listener = (message: never) => void;

/** A socket that tells what a test says, also to whoever comes later; a real one does not work within jsdom. */
export function createFakeSocket() {
  const feeds = new Map<string, Set<Listener>>();
  const told = new Map<string, object>();
  const keyOf = (name: string, params: object) => `${name} ${JSON.stringify(params)}`;
  return {
    tradingSocket: {
      subscribe({ name, params }: Subscription, listener: Listener) {
        const key = keyOf(name, params);
        const listeners = feeds.get(key) ?? new Set();
        feeds.set(key, listeners.add(listener));
        const message = told.get(key);
        if (message !== undefined) queueMicrotask(() => listener(message as never));
        return () => listeners.delete(listener);
      },
      on: () => () => {},
      keepOpen: () => () => {},
    },
    tell(name: string, params: object, news: object): void {
      const message = { sequence: 0, ...news };
      told.set(keyOf(name, params), message);
      act(() => {
        for (const listener of feeds.get(keyOf(name, params)) ?? []) listener(message as never);
      });
    },
    forget: () => told.clear(),
  };
}
