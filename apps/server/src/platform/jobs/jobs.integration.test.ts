import { PassThrough } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import type { JobHandler } from './jobs.ts';
import { type JobQueue, openJobs } from './open-jobs.ts';
import { releaseOnce } from './release-once.ts';
import { holdBackOff } from './testing/hold-back-off.ts';

const until = <Value>(check: () => Value) => vi.waitFor(check, { interval: 20 });

let test: TestDatabase;
let queue: JobQueue;
let logged: string;
/** The handlers of these tests ask nothing of the platform. */
const platform = {} as Platform;

async function openQueue(options: { stopTimeoutMs?: number; concurrency?: number } = {}): Promise<JobQueue> {
  const stream = new PassThrough().on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  const log = pino({ level: 'debug' }, stream);
  return openJobs({ database: test.database, log, pollIntervalMs: 200, stopTimeoutMs: 300_000, ...options });
}

/** Makes a job that waits for its next attempt due at once. */
async function skipBackOff(): Promise<void> {
  await until(async () => {
    const { rowCount } = await test.database.pool.query(
      'select graphile_worker.reschedule_jobs(array[id], run_at => now()) from graphile_worker.jobs where run_at > now()',
    );
    expect(rowCount).toBe(1);
  });
}

beforeEach(async () => {
  logged = '';
  test = await createTestDatabase();
  queue = await openQueue();
});

afterEach(async () => {
  await queue.stop();
  await test.drop();
});

describe('the job queue', () => {
  it('runs a job that was added before it started, and one added after', async () => {
    const seen: unknown[] = [];
    await queue.add('test.note', { order: 'first' });
    await queue.start({ platform, handlers: { 'test.note': async (payload) => void seen.push(payload) } });
    await until(() => expect(seen).toEqual([{ order: 'first' }]));
    await queue.add('test.note', { order: 'second' });
    await until(() => expect(seen).toEqual([{ order: 'first' }, { order: 'second' }]));
  });

  it('runs what a person waits for before all that came earlier', async () => {
    queue = await openQueue({ concurrency: 1 });
    const seen: unknown[] = [];
    for (let order = 1; order <= 20; order += 1) await queue.add('test.note', { order });
    await queue.add('test.note', { order: 'awaited' }, { isAwaited: true });
    const handlers = { 'test.note': async (payload: unknown) => void seen.push(payload) };
    await queue.start({ platform, handlers });
    await until(() => expect(seen).toHaveLength(21));
    expect(seen[0]).toEqual({ order: 'awaited' });
  });

  it('adds a job only when the transaction around it commits', async () => {
    const seen: unknown[] = [];
    const { kysely } = test.database;
    await expect(
      kysely.transaction().execute(async (transaction) => {
        await queue.add('test.note', { kept: false }, { transaction });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await kysely
      .transaction()
      .execute((transaction) => queue.add('test.note', { kept: true }, { transaction }));
    await queue.start({ platform, handlers: { 'test.note': async (payload) => void seen.push(payload) } });
    await until(() => expect(seen).toEqual([{ kept: true }]));
  });

  it('tries a failed job again, tells the handler which attempt it is, and gives up at the bound', async () => {
    await holdBackOff(test.database.pool);
    const attempts: [number, boolean][] = [];
    const handler: JobHandler = async (_payload, { attempt, isLastAttempt }) => {
      attempts.push([attempt, isLastAttempt]);
      throw new Error('not today');
    };
    await queue.start({ platform, handlers: { 'test.fail': handler } });
    await queue.add('test.fail', {}, { attemptsMax: 2 });
    await skipBackOff();
    await until(() => expect(logged).toContain('will not be tried again'));
    expect(attempts).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  it('keeps what the payload held out of the log and out of the table', async () => {
    const handler: JobHandler = async (payload) => {
      throw new Error(`cannot use ${JSON.stringify(payload)}`);
    };
    await queue.start({ platform, handlers: { 'test.fail': handler } });
    await queue.add('test.fail', { link: 'https://example.test/reset/s3cr3t' });
    await until(() => expect(logged).toContain('will be tried again'));
    // It is logged before it is written down.
    await until(async () => {
      const { rows } = await test.database.pool.query('select last_error from graphile_worker.jobs');
      expect(rows).toEqual([{ last_error: 'Error: cannot use {"link":"[payload]"}' }]);
    });
    expect(logged).not.toContain('s3cr3t');
  });

  it('lets a running job finish when it stops', async () => {
    let open: () => void = () => undefined;
    let finished = false;
    const started = vi.fn();
    const handler: JobHandler = async () => {
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      started();
      await opened;
      finished = true;
    };
    await queue.start({ platform, handlers: { 'test.slow': handler } });
    await queue.add('test.slow', {});
    await until(() => expect(started).toHaveBeenCalledOnce());
    const stopped = queue.stop();
    expect(finished).toBe(false);
    open();
    await stopped;
    expect(finished).toBe(true);
    const { rowCount } = await test.database.pool.query('select from graphile_worker.jobs');
    expect(rowCount).toBe(0);
  });

  it('stops in bounded time when a job hangs, and the next process takes that job up at once', async () => {
    await queue.stop();
    // One at a time: a process that died asks for no more jobs, and here it lives on and might get the freed one itself.
    queue = await openQueue({ stopTimeoutMs: 50, concurrency: 1 });
    const started = vi.fn();
    const hang: JobHandler = () => {
      started();
      return new Promise(() => undefined);
    };
    await queue.start({ platform, handlers: { 'test.hang': hang } });
    await queue.add('test.hang', {});
    await until(() => expect(started).toHaveBeenCalledOnce());
    await queue.stop();
    expect(logged).toContain('did not end in time');

    const done = vi.fn(async () => undefined);
    queue = await openQueue();
    await queue.start({ platform, handlers: { 'test.hang': done } });
    await until(() => expect(done).toHaveBeenCalledOnce());
  });

  it('goes on by itself after the database has cut its connections', async () => {
    // The library traces a lost connection to the console besides logging it.
    vi.spyOn(console, 'trace').mockImplementation(() => undefined);
    const seen: unknown[] = [];
    await queue.start({ platform, handlers: { 'test.note': async (payload) => void seen.push(payload) } });
    await test.database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    // The pool may still hand out a connection that it does not know to be dead.
    await until(() => queue.add('test.note', { after: 'cut' }));
    await until(() => expect(seen).toEqual([{ after: 'cut' }]));
  });

  it('may give a connection back twice: the pool hears of it once', async () => {
    const released = vi.fn();
    test.database.pool.on('release', released);
    await new Promise<void>((resolve) => {
      releaseOnce(test.database.pool).connect((_error, _client, release) => {
        release();
        release();
        resolve();
      });
    });
    expect(released).toHaveBeenCalledOnce();
    test.database.pool.off('release', released);
  });

  it('may give back what a pool that has ended never gave', async () => {
    const ended = new pg.Pool();
    await ended.end();
    await new Promise<void>((resolve) => {
      releaseOnce(ended).connect((error, _client, release) => {
        expect(error).toBeInstanceOf(Error);
        release();
        resolve();
      });
    });
  });

  it('leaves the jobs to one process at a time, and the other takes over when the first stops', async () => {
    const first = vi.fn(async () => undefined);
    const second = vi.fn(async () => undefined);
    const other = await openQueue();
    await queue.start({ platform, handlers: { 'test.note': first } });
    await other.start({ platform, handlers: { 'test.note': second } });
    await queue.add('test.note', {});
    await until(() => expect(first).toHaveBeenCalledOnce());
    await queue.stop();
    await other.add('test.note', {});
    await until(() => expect(second).toHaveBeenCalledOnce());
    await other.stop();
  });
});
