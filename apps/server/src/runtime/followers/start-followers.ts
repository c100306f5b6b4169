import { invariant } from '@emporion/kernel';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Projections } from '#platform/projections.ts';
import type { Runtime } from '#platform/runtime.ts';
import type { DurableFollower } from './follower.ts';
import { defaultFollowerTask, type FollowerTask } from './follower-thread.ts';
import { Lag } from './lag.ts';
import type { Reached } from './run-followers.ts';

export interface FollowersOptions {
  readonly followers: readonly DurableFollower[];
  readonly database: Database;
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** How they run: in a thread of their own, unless a test says otherwise. */
  readonly task?: FollowerTask;
}

interface Progress {
  batch: number;
  event: number;
  readonly lag: Lag;
}

interface Waiting {
  readonly names: readonly string[];
  readonly batch: number;
  readonly tell: (reached: boolean) => void;
}

const timeoutMsDefault = 1_000;
/** A caller beyond these is answered at once with what there is. */
const waitingMax = 10_000;

/** Begins to follow the journal, each follower from where it was. It does not wait for them to catch up. */
export function startFollowers(options: FollowersOptions): Projections {
  const { followers, database, runtime, log, metrics, task = defaultFollowerTask() } = options;
  const progress = new Map(followers.map(({ name }) => [name, newProgress()]));
  const waiting = new Set<Waiting>();
  let stopped = false;
  const of = (name: string): Progress => {
    const known = progress.get(name);
    invariant(known, `There is no follower called ${name}.`);
    return known;
  };
  const isThere = ({ names, batch }: Pick<Waiting, 'names' | 'batch'>) =>
    names.every((name) => of(name).batch >= batch);
  const onReached = ({ names, batch, event }: Reached) => {
    for (const name of names) {
      const known = of(name);
      Object.assign(known, { batch, event });
      known.lag.reached(batch);
    }
    for (const entry of waiting) if (entry.batch <= batch && isThere(entry)) entry.tell(true);
  };
  const runner = task(followers, {
    url: database.pool.options.connectionString ?? '',
    onReached,
    onFault: (err, names) => {
      if (!stopped) log.error({ err, followers: names }, 'followers of the journal failed, and try again');
    },
  });
  const forget = runtime.onCommitted(({ number }) => {
    const now = performance.now();
    for (const { lag } of progress.values()) lag.committed(number, now);
    runner.wake();
  });
  measure(metrics.registry, progress, () => runtime.position.event);
  return {
    batchOf: (name) => of(name).batch,
    caughtUp: (follower, batch, timeoutMs = timeoutMsDefault) => {
      const names = typeof follower === 'string' ? [follower] : follower;
      if (isThere({ names, batch })) return Promise.resolve(true);
      if (stopped || waiting.size >= waitingMax) return Promise.resolve(false);
      return wait(waiting, { names, batch }, timeoutMs);
    },
    stop: async () => {
      stopped = true;
      forget();
      await runner.stop();
      for (const entry of waiting) entry.tell(false);
    },
  };
}

const newProgress = (): Progress => ({ batch: 0, event: 0, lag: new Lag() });

function wait(
  waiting: Set<Waiting>,
  wanted: Pick<Waiting, 'names' | 'batch'>,
  timeoutMs: number,
): Promise<boolean> {
  return new Promise((done) => {
    const timer = setTimeout(() => entry.tell(false), timeoutMs);
    const entry: Waiting = {
      ...wanted,
      tell: (seen) => {
        clearTimeout(timer);
        waiting.delete(entry);
        done(seen);
      },
    };
    waiting.add(entry);
  });
}

function measure(registry: Registry, progress: ReadonlyMap<string, Progress>, lastEvent: () => number): void {
  const gauge = (name: string, help: string, ask: (progress: Progress) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['follower'],
      registers: [registry],
      collect() {
        for (const [follower, each] of progress) this.set({ follower }, ask(each));
      },
    });
  gauge(
    'projection_lag_events',
    'Events of the journal that a follower has not dealt with yet.',
    ({ event }) => Math.max(0, lastEvent() - event),
  );
  gauge('projection_lag_seconds', 'For how long the oldest of these events has been waiting.', ({ lag }) =>
    lag.seconds(performance.now()),
  );
}
