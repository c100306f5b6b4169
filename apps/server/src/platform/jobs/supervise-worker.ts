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
const retryDelayMaxMs = 30_000;
/** Timed jobs that were missed for longer than this are not made up for. */
const missedMaxMs = 3_600_000;
/** A worker that ran for so long was well. */
const wellAfterMs = 60_000;
const minuteMs = 60_000;

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
  let failures = 0;
  // Of the first failure since timed jobs were last added.
  let failedAt: number | undefined;
  while (!signal.aborted) {
    const begunAt = performance.now();
    const missedMs = failedAt === undefined ? 0 : Math.min(Date.now() - failedAt + minuteMs, missedMaxMs);
    let outcome: Outcome;
    try {
      outcome = await workOnce(signal, options, {
        missedMs,
        setReady,
        onTimed: () => {
          failedAt = undefined;
        },
      });
    } catch (error) {
      outcome = 'failed';
      options.log.error({ part: 'jobs', err: error }, 'The job worker stopped and will start again.');
    }
    setReady();
    const isFailure = outcome === 'failed';
    if (isFailure) failedAt ??= Date.now();
    failures = isFailure && performance.now() - begunAt < wellAfterMs ? failures + 1 : 0;
    const delayMs = Math.min(retryDelayMs * 2 ** Math.max(0, failures - 1), retryDelayMaxMs);
    await delay(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** failed: to be tried again later and later. ended: another process works, the lease is lost, or the server stops. */
type Outcome = 'failed' | 'ended';

interface Run {
  /** Timed jobs of so long before now are added if they were missed. */
  readonly missedMs: number;
  readonly setReady: () => void;
  /** Called when what was missed has been added. */
  readonly onTimed: () => void;
}

async function workOnce(signal: AbortSignal, options: WorkerOptions, run: Run): Promise<Outcome> {
  const lease = await takeRunnerLease(options.pool);
  if (!lease) return 'ended';
  try {
    const broken = deferred();
    const events: WorkerEvents = new EventEmitter();
    // A worker that could not give its job back is gone for good, and the pool around it does not replace it.
    events.on('worker:fatalError', broken.resolve);
    events.on('cron:started', run.onTimed);
    reportFailures(events, options.log);
    const runner = await startRunner(options, events, run.missedMs);
    run.setReady();
    const outcome = await Promise.race<Outcome>([
      runner.promise.then(
        () => 'ended',
        () => 'failed',
      ),
      broken.promise.then(() => 'failed'),
      lease.lost.then(() => 'ended'),
      aborted(signal).then(() => 'ended'),
    ]);
    await stopRunner(runner, options);
    return outcome;
  } finally {
    lease.release();
  }
}

function startRunner(options: WorkerOptions, events: WorkerEvents, missedMs: number): Promise<Runner> {
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
        // A run missed while the server was down is not made up for, one that failed to be added is; and a slow one is
        // not overtaken by the next.
        options: { backfillPeriod: missedMs, jobKey: `cron:${job}`, maxAttempts: 3 },
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
