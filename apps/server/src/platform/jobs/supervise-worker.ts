import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger as Log } from 'pino';
import type { JobWork } from './open-jobs.ts';
import { releaseOnce } from './release-once.ts';
import { taskFor } from './run-handler.ts';
import { takeRunnerLease } from './runner-lease.ts';

interface WorkerOptions {
  readonly pool: pg.Pool;
  readonly work: JobWork;
  readonly log: Log;
  readonly logger: Logger;
  readonly concurrency: number;
  readonly pollIntervalMs: number;
  readonly stopTimeoutMs: number;
}

interface SupervisedWorker {
  /** Settles after the first try to get to work. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

const retryDelayMs = 1_000;

/**
 * Keeps a worker at work. A worker gives up when the database goes away under it, and may not begin while another
 * process works; both are tried again until the server stops.
 */
export function superviseWorker(options: WorkerOptions): SupervisedWorker {
  const stopping = new AbortController();
  const { promise: ready, resolve: setReady } = deferred();
  const ended = superviseUntil(stopping.signal, options, setReady);
  return {
    ready,
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function superviseUntil(signal: AbortSignal, options: WorkerOptions, setReady: () => void) {
  while (!signal.aborted) {
    try {
      await workOnce(signal, options, setReady);
    } catch (error) {
      options.log.error({ part: 'jobs', err: error }, 'The job worker stopped and will start again.');
    }
    setReady();
    await delay(retryDelayMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

async function workOnce(signal: AbortSignal, options: WorkerOptions, setReady: () => void): Promise<void> {
  const lease = await takeRunnerLease(options.pool);
  if (!lease) return;
  try {
    const broken = deferred();
    const events: WorkerEvents = new EventEmitter();
    // A worker that could not give its job back is gone for good, and the pool around it does not replace it.
    events.on('worker:fatalError', broken.resolve);
    reportFailures(events, options.log);
    const runner = await startRunner(options, events);
    setReady();
    await Promise.race([runner.promise.catch(broken.resolve), broken.promise, lease.lost, aborted(signal)]);
    await stopRunner(runner, options);
  } finally {
    lease.release();
  }
}

function startRunner(options: WorkerOptions, events: WorkerEvents): Promise<Runner> {
  const { pool, work, logger, concurrency, pollIntervalMs, stopTimeoutMs } = options;
  return run({
    pgPool: releaseOnce(pool),
    logger,
    events,
    concurrency,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: Math.ceil(stopTimeoutMs / 2),
    taskList: Object.fromEntries(
      Object.entries(work.handlers).map(([name, handler]) => [name, taskFor(handler, work.platform)]),
    ),
    parsedCronItems: parseCronItems(
      (work.cron ?? []).map(({ job, match }) => ({
        task: job,
        match,
        // A missed run is not made up for, and a slow one is not overtaken by the next.
        options: { backfillPeriod: 0, jobKey: `cron:${job}`, maxAttempts: 3 },
      })),
    ),
  });
}

/** Half of the time lets jobs end by themselves; then their signal fires, and they have the other half. */
async function stopRunner(runner: Runner, { log, stopTimeoutMs }: WorkerOptions): Promise<void> {
  const timeout = new AbortController();
  const stopped = runner.stop().then(
    () => 'stopped' as const,
    // The runner had begun to stop by itself.
    () => 'stopped' as const,
  );
  const late = delay(stopTimeoutMs, 'late' as const, { signal: timeout.signal }).catch(() => 'late' as const);
  const outcome = await Promise.race([stopped, late]);
  timeout.abort();
  if (outcome === 'late') log.warn({ part: 'jobs' }, 'A job did not end in time; it will be tried again.');
}

function reportFailures(events: WorkerEvents, log: Log): void {
  events.on('job:error', ({ job, error }) => {
    const details = {
      part: 'jobs',
      job: job.task_identifier,
      jobId: String(job.id),
      attempt: job.attempts,
      attemptsMax: job.max_attempts,
      reason: error instanceof Error ? error.message : String(error),
    };
    if (job.attempts >= job.max_attempts) log.error(details, 'A job failed and will not be tried again.');
    else log.warn(details, 'A job failed and will be tried again.');
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
