import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';

export interface AddJobOptions {
  /** The job exists only if this transaction commits. */
  readonly transaction?: QueryExecutorProvider;
  readonly runAt?: Date;
  /** Attempts in all, the first included; the wait between two of them grows from seconds to hours. */
  readonly attemptsMax?: number;
  /** A waiting job with the same key is replaced, so the work happens once. */
  readonly key?: string;
  /** A person waits for it, so it runs before all that nobody waits for. */
  readonly isAwaited?: boolean;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
}

/** Where work is put that must happen after the answer: durable, retried, bounded. */
export interface Jobs {
  /** A payload names what to work on, never a secret: it stays in the database for as long as the job does. */
  add(name: string, payload: JobPayload, options?: AddJobOptions): Promise<void>;
  /** Takes no more jobs and lets the running ones finish, for a bounded time. */
  stop(): Promise<void>;
}

export type JobPayload = Readonly<Record<string, string | number | boolean | null>>;

/** One attempt at a job, as its handler sees it. */
export interface JobRun {
  readonly platform: Platform;
  /** Counts from 1. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Fires when the server is stopping and cannot wait any longer. */
  readonly signal: AbortSignal;
}

/** Does a job. A handler that throws is tried again later, so it must be safe to repeat. */
export type JobHandler = (payload: unknown, run: JobRun) => Promise<void>;

/** A job that the clock adds. */
export interface CronItem {
  readonly job: string;
  /** Minute, hour, day, month and weekday in UTC, such as `15 3 * * *`. */
  readonly match: string;
}
