import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, productionEnv, type TestApp } from '#platform/http/testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type JobQueue, openJobs } from './open-jobs.ts';
import { startModuleJobs } from './start-module-jobs.ts';

const until = <Value>(check: () => Value) => vi.waitFor(check, { interval: 20 });

let test: TestDatabase;
let server: TestApp;
let queue: JobQueue;

async function start(env: Record<string, string>): Promise<void> {
  server = await createTestApp({ database: test.database, env });
  queue = await openJobs({ database: test.database, log: server.platform.log, pollIntervalMs: 200 });
  await startModuleJobs(queue, { ...server.platform, clock: { now: () => new Date() }, jobs: queue }, []);
}

async function untilQueueHolds(names: string[]): Promise<void> {
  await until(async () => {
    const { rows } = await test.database.pool.query<{ key: string }>(
      'select key from graphile_worker.jobs order by key',
    );
    expect(rows.map(({ key }) => key)).toEqual(names);
  });
}

beforeEach(async () => {
  test = await createTestDatabase();
});

afterEach(async () => {
  await queue.stop();
  await server.app.close();
  await test.drop();
});

describe('the jobs of the platform itself', () => {
  it('blank old bodies in production, by the timed job', async () => {
    await start(productionEnv);
    const { pool } = test.database;
    await pool.query(`insert into messages (channel, recipient, language, template, text, created_at)
      values ('sms', '+34600000000', 'en', 'code', 'Code 123456', now() - interval '2 days')`);
    await queue.add('messages.purge', {});
    await until(async () => {
      const { rows } = await pool.query('select text, status from messages');
      expect(rows).toEqual([{ text: '', status: 'failed' }]);
    });
  });

  it('forget jobs that failed for good a week ago, and only those', async () => {
    await start({});
    const { pool } = test.database;
    // Nothing handles this job, so the rows stay as they are put.
    for (const key of ['old-failed', 'new-failed', 'old-waiting']) {
      await queue.add('test.nobody', {}, { key, attemptsMax: 1 });
    }
    await pool.query(`update graphile_worker._private_jobs set attempts = 1 where key like '%-failed'`);
    await pool.query('alter table graphile_worker._private_jobs disable trigger user');
    await pool.query(
      `update graphile_worker._private_jobs set updated_at = now() - interval '8 days' where key like 'old-%'`,
    );
    await queue.add('jobs.clean', {});
    await untilQueueHolds(['new-failed', 'old-waiting']);
  });

  it('say at start that text messages cannot be delivered, when nothing was set for them', async () => {
    await start(productionEnv);
    expect(server.logLines.join('')).toContain('SMS_WEBHOOK_URL is not set');
    expect(server.logLines.join('')).not.toContain('SMTP_URL is not set');
  });
});
