import pino from 'pino';
import { expect, it } from 'vitest';
import { createEmptyDatabase } from '#testing/database.ts';
import { repeatUnderLease } from './repeat-under-lease.ts';

const key = 4_711;

it('ends a turn that is under way when its lease is lost, and begins again under another', async () => {
  const { database, drop } = await createEmptyDatabase();
  const { pool } = database;
  const turns = { begun: 0, endedEarly: 0 };
  const worker = repeatUnderLease({
    ...{ pool, key, intervalMs: 10, part: 'test', log: pino({ enabled: false }) },
    work: async (_turn, signal) => {
      turns.begun += 1;
      await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
      turns.endedEarly += 1;
    },
  });
  await expect.poll(() => turns.begun).toBe(1);
  await pool.query(`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = ${key} and database = (select oid from pg_database where datname = current_database())
  `);
  await expect.poll(() => turns).toEqual({ begun: 2, endedEarly: 1 });
  await worker.stop();
  expect(turns).toEqual({ begun: 2, endedEarly: 2 });
  await drop();
});
