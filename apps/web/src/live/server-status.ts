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

let underMaintenance = false;
const listeners = new Set<() => void>();

/** Asks the server. When it cannot be reached, what it said last stands. */
export async function readMaintenance(): Promise<void> {
  if (!navigator.onLine) return;
  let next = underMaintenance;
  try {
    const answer = await askStatus();
    if (answer.ok) next = ((await answer.json()) as Partial<Status>).maintenance === true;
  } catch {
    return;
  }
  if (next === underMaintenance) return;
  underMaintenance = next;
  for (const listener of [...listeners]) listener();
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
  const ask = (): void => void readMaintenance();
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

/** Whether the server refuses changes at present; asked for with the periodic refresh. */
export function useMaintenance(): boolean {
  return useSyncExternalStore(subscribe, () => underMaintenance);
}
