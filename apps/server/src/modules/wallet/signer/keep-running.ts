import { setTimeout as wait } from 'node:timers/promises';

export interface RunningProcess {
  /** Resolves when it has ended, whatever ended it. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface KeepRunning<Process> {
  start(): Promise<Process>;
  onEnded(): void;
  onStartFailed(error: unknown): void;
  onRestarted(): void;
  /** The pause before the first restart, and the longest one: it doubles with each restart until a process has run for `steadyMs`. */
  readonly pausesMs?: { readonly min: number; readonly max: number };
}

const steadyMs = 60_000;

/** Starts a process and starts it again with a growing pause whenever it ends, until it is stopped. @throws what the first start throws */
export async function keepRunning<Process extends RunningProcess>({
  start,
  onEnded,
  onStartFailed,
  onRestarted,
  pausesMs: { min, max } = { min: 500, max: 30_000 },
}: KeepRunning<Process>): Promise<{ readonly current: Process; stop(): Promise<void> }> {
  let current = await start();
  const stopping = new AbortController();
  const { signal } = stopping;
  let pauseMs = min;
  const restart = async (): Promise<void> => {
    while (!signal.aborted) {
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      pauseMs = Math.min(pauseMs * 2, max);
      try {
        current = await start();
        return;
      } catch (error) {
        onStartFailed(error);
      }
    }
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      const startedAt = performance.now();
      await current.ended;
      if (signal.aborted) return;
      if (performance.now() - startedAt > steadyMs) pauseMs = min;
      onEnded();
      await restart();
      if (!signal.aborted) onRestarted();
    }
  };
  const watching = watch();
  return {
    get current() {
      return current;
    },
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
      // A start that was under way made another one meanwhile.
      await current.stop();
    },
  };
}
