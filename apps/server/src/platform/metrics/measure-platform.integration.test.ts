import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '#platform/config/load.ts';
import { openJobs } from '#platform/jobs/open-jobs.ts';
import { insertMessage, markProblem } from '#platform/messages/message-store.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { measurePlatform } from './measure-platform.ts';
import { createMetrics, type Metrics } from './metrics.ts';

let test: TestDatabase;
let metrics: Metrics;

beforeAll(async () => {
  test = await createTestDatabase();
  metrics = createMetrics();
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: '/tmp' });
  if (!config.ok) throw new Error('the configuration of this test is refused');
  measurePlatform({ config: config.value, database: test.database, log: pino({ level: 'silent' }), metrics });
});
afterAll(() => test.drop());

async function read(name: string): Promise<Record<string, number>> {
  const lines = (await metrics.registry.metrics()).split('\n');
  const found = lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return Object.fromEntries(
    found.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

const message = {
  recipient: 'a@b.example',
  language: 'en',
  template: 'welcome',
  subject: null,
  text: 'Hello.',
  html: null,
};

it('counts messages that wait and that failed, by channel, and how long the oldest waits', async () => {
  const db = test.database.kysely;
  await insertMessage(db, { ...message, channel: 'mail' });
  await insertMessage(db, { ...message, channel: 'mail' });
  const failed = await insertMessage(db, { ...message, channel: 'sms' });
  await markProblem(db, failed, { problem: 'no', final: true });
  await test.database.pool.query(`update messages set created_at = now() - interval '1 minute'`);
  expect(await read('messages_undelivered')).toEqual({
    '{channel="mail",state="waiting"}': 2,
    '{channel="mail",state="failed"}': 0,
    '{channel="sms",state="waiting"}': 0,
    '{channel="sms",state="failed"}': 1,
  });
  const { '{channel="mail"}': mail, '{channel="sms"}': sms } = await read('messages_oldest_waiting_seconds');
  expect(mail).toBeGreaterThanOrEqual(60);
  expect(sms).toBe(0);
});

it('counts jobs by state', async () => {
  const jobs = await openJobs({ database: test.database, log: pino({ level: 'silent' }) });
  await jobs.add('test.now', {});
  await jobs.add('test.later', {}, { runAt: new Date(Date.now() + 3_600_000) });
  expect(await read('jobs')).toEqual({
    '{state="due"}': 1,
    '{state="later"}': 1,
    '{state="running"}': 0,
    '{state="failed"}': 0,
  });
  expect((await read('jobs_oldest_due_seconds'))['']).toBeGreaterThanOrEqual(0);
  await jobs.stop();
});

it('shows the connections of the pool and the room on the disk', async () => {
  const pool = await read('database_pool_connections');
  expect(pool['{state="idle"}']).toBeGreaterThanOrEqual(0);
  expect(pool['{state="used"}']).toBeGreaterThanOrEqual(0);
  expect(await read('database_pool_waiting')).toEqual({ '': 0 });
  expect((await read('disk_free_bytes'))['']).toBeGreaterThan(0);
});

it('keeps the last value of what the database does not answer, and shows the rest', async () => {
  const before = await read('messages_undelivered');
  expect(Object.keys(before)).toHaveLength(4);
  await test.database.pool.query('alter table messages rename to elsewhere');
  expect(await read('messages_undelivered')).toEqual(before);
  expect(await read('database_pool_waiting')).toEqual({ '': 0 });
  await test.database.pool.query('alter table elsewhere rename to messages');
});
