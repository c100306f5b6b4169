import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Projections } from '#platform/projections.ts';
import type { Runtime } from '#platform/runtime.ts';
import { Lag } from './lag.ts';
import type { Reached } from './projector.ts';
import { defaultProjectorTask, type ProjectorTask } from './projector-thread.ts';

export interface ProjectionsOptions {
  readonly database: Database;
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** How the journal is projected: in a thread of its own, unless a test says otherwise. */
  readonly task?: ProjectorTask;
}

interface Waiting {
  readonly batch: number;
  readonly tell: (reached: boolean) => void;
}

const timeoutMsDefault = 1_000;
/** A caller beyond these is answered at once with what there is. */
const waitingMax = 10_000;

/** Begins to project the journal, from where the tables are. It does not wait for them to catch up. */
export function startProjections(options: ProjectionsOptions): Projections {
  const { database, runtime, log, metrics, task = defaultProjectorTask() } = options;
  const lag = new Lag();
  const waiting = new Set<Waiting>();
  let reached: Reached = { batch: 0, event: 0 };
  let stopped = false;
  const projector = task({
    url: database.pool.options.connectionString ?? '',
    onReached: (now) => {
      reached = now;
      lag.reached(now.batch);
      for (const entry of waiting) if (entry.batch <= now.batch) entry.tell(true);
    },
    onFault: (err) => {
      if (!stopped) log.error({ err, batch: reached.batch }, 'the projections failed, and try again');
    },
  });
  const forget = runtime.onCommitted(({ number }) => {
    lag.committed(number, performance.now());
    projector.wake();
  });
  measure(metrics.registry, {
    lagEvents: () => Math.max(0, runtime.position.event - reached.event),
    lagSeconds: () => lag.seconds(performance.now()),
  });
  return {
    get batch() {
      return reached.batch;
    },
    caughtUp: (batch, timeoutMs = timeoutMsDefault) => {
      if (batch <= reached.batch) return Promise.resolve(true);
      if (stopped || waiting.size >= waitingMax) return Promise.resolve(false);
      return new Promise((done) => {
        const timer = setTimeout(() => entry.tell(false), timeoutMs);
        const entry: Waiting = {
          batch,
          tell: (seen) => {
            clearTimeout(timer);
            waiting.delete(entry);
            done(seen);
          },
        };
        waiting.add(entry);
      });
    },
    stop: async () => {
      stopped = true;
      forget();
      await projector.stop();
      for (const entry of waiting) entry.tell(false);
    },
  };
}

function measure(registry: Registry, measures: { lagEvents: () => number; lagSeconds: () => number }): void {
  const registers = [registry];
  new Gauge({
    name: 'projection_lag_events',
    help: 'Events of the journal that cannot be seen in the projections yet.',
    registers,
    collect() {
      this.set(measures.lagEvents());
    },
  });
  new Gauge({
    name: 'projection_lag_seconds',
    help: 'For how long the oldest of these events has been waiting.',
    registers,
    collect() {
      this.set(measures.lagSeconds());
    },
  });
}
