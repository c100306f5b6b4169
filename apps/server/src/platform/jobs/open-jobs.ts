import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import type { AddJobOptions, CronItem, JobHandler, JobPayload, Jobs } from './jobs.ts';
import { superviseWorker } from './supervise-worker.ts';
import { workerLogger } from './worker-log.ts';

/** What the queue is set to do once everything else stands. */
export interface JobWork {
  readonly platform: Platform;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly cron?: readonly CronItem[];
}

/** The queue: it takes jobs from the moment it is opened, and works on them from the moment it is started. */
export interface JobQueue extends Jobs {
  start(work: JobWork): Promise<void>;
}

export interface JobQueueOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Jobs that run at the same time. */
  readonly concurrency?: number;
  /** How often jobs that became due are looked for; new ones are noticed at once. */
  readonly pollIntervalMs?: number;
  /** How long the running jobs may take to finish when the queue stops. */
  readonly stopTimeoutMs?: number;
}

const attemptsMaxDefault = 8;
/** The lowest runs first; a job that says nothing has 0. */
const awaitedPriority = -10;

/** Opens the queue in the given database and brings its schema up to date. */
export async function openJobs(options: JobQueueOptions): Promise<JobQueue> {
  const { database, log, concurrency = 4, pollIntervalMs = 2_000, stopTimeoutMs = 10_000 } = options;
  const logger = workerLogger(log);
  await runMigrations({ pgPool: database.pool, logger });
  let stopWorker: (() => Promise<void>) | undefined;
  let stopped = false;
  return {
    add: (name, payload, addOptions) => addJob(database, { name, payload }, addOptions),
    start: async (work) => {
      if (stopped || stopWorker) throw new Error('The job queue can be started once.');
      const worker = superviseWorker({
        pool: database.pool,
        work,
        log,
        logger,
        concurrency,
        pollIntervalMs,
        stopTimeoutMs,
      });
      stopWorker = worker.stop;
      await worker.ready;
    },
    stop: async () => {
      stopped = true;
      await stopWorker?.();
    },
  };
}

/** Only adds: for a command, beside the server that works on the jobs or before it starts. */
export function jobsToAdd(database: Database): Jobs {
  return {
    add: (name, payload, options) => addJob(database, { name, payload }, options),
    stop: async () => undefined,
  };
}

async function addJob(
  database: Database,
  { name, payload }: { name: string; payload: JobPayload },
  { transaction, runAt, attemptsMax = attemptsMaxDefault, key, isAwaited, queue }: AddJobOptions = {},
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      identifier => ${name}::text,
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${queue ?? null}::text,
      run_at => ${runAt ?? null}::timestamptz,
      max_attempts => ${attemptsMax}::integer,
      job_key => ${key ?? null}::text,
      priority => ${isAwaited ? awaitedPriority : 0}::integer
    )
  `.execute(transaction ?? database.kysely);
}
