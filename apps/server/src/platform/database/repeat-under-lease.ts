import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { takeLease } from './lease.ts';

interface LeasedWork {
  readonly pool: pg.Pool;
  readonly key: number;
  readonly intervalMs: number;
  /** For the log. */
  readonly part: string;
  readonly log: Logger;
  /**
   * Gets the number of its turn since this process took the lease. What it throws is logged, and it is called again. A turn that may take long ends early
   * when the signal says so: whoever stops waits for it, and when the lease is lost another process has begun.
   */
  work(turn: number, signal: AbortSignal): Promise<void>;
}

/** Does the work over and over, in one process at a time: whoever has the lease. When that one goes, another takes over. */
export function repeatUnderLease(leased: LeasedWork): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = () => wait(leased.intervalMs, undefined, { signal }).catch(() => undefined);
  const ended = runUntil(signal, leased, rest);
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function runUntil(signal: AbortSignal, leased: LeasedWork, rest: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    const lease = await takeLease(leased.pool, leased.key).catch(() => undefined);
    if (!lease) {
      await rest();
      continue;
    }
    const losing = new AbortController();
    void lease.lost.then(() => losing.abort());
    const ending = AbortSignal.any([signal, losing.signal]);
    try {
      for (let turn = 0; !ending.aborted; turn += 1) {
        await leased
          .work(turn, ending)
          .catch((err: unknown) =>
            leased.log.error({ part: leased.part, err }, 'a turn failed, and is tried again'),
          );
        await rest();
      }
    } finally {
      lease.release();
    }
  }
}
