import type { systemEndpoints } from '@emporion/contracts/rest';
import { useSyncExternalStore } from 'react';
import type { z } from 'zod/mini';
import { refreshIntervalMs } from '#api/refresh-interval.ts';

type Status = z.output<typeof systemEndpoints.status.response>;

/** Written out, because the pages before login do not carry the contracts or the cache of the server's answers. */
const statusPath = '/api/public/v1/status/';
const answerLimitMs = 15_000;

/** The server's state, never from a cache. */
export const askStatus = (): Promise<Response> =>
  fetch(statusPath, { cache: 'no-store', signal: AbortSignal.timeout(answerLimitMs) });

let status: Partial<Status> = {};
const listeners = new Set<() => void>();

/** What the server said by an answer or over the socket. */
export function adoptStatus(said: Partial<Status>): void {
  status = said;
  for (const listener of [...listeners]) listener();
}

/** Asks the server. When it cannot be reached, what it said last stands. */
export async function readStatus(): Promise<void> {
  if (!navigator.onLine) return;
  try {
    const answer = await askStatus();
    if (answer.ok) adoptStatus(await answer.json());
  } catch {}
}

/** The first paint goes first: the question waits until the browser has nothing better to do. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: 5_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 1_000);
  return () => clearTimeout(timer);
}

let stop: (() => void) | undefined;

function start(): () => void {
  const ask = (): void => void readStatus();
  const cancel = whenIdle(ask);
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') ask();
  }, refreshIntervalMs);
  return () => {
    cancel();
    clearInterval(timer);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

/** What the server says of itself at present; asked for with the periodic refresh, and told over the socket. */
export function useStatus<Name extends 'maintenance' | 'announced' | 'markets'>(
  name: Name,
): Partial<Status>[Name] {
  return useSyncExternalStore(subscribe, () => status[name]);
}
