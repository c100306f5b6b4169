import type pg from 'pg';
import { expect } from 'vitest';
import type { Database } from '../database.ts';

interface Meanwhile<Value> {
  /** What the call comes to wait for, as a statement that takes it. */
  readonly lock: string;
  readonly call: () => Promise<Value>;
  readonly change: (other: pg.PoolClient) => Promise<unknown>;
}

/** Lets a call begin and has somebody else commit when it is in the middle. Answers with what came of the call. */
export async function commitMeanwhile<Value>(
  { pool }: Pick<Database, 'pool'>,
  { lock, call, change }: Meanwhile<Value>,
): Promise<Value> {
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query(lock);
    const { rows } = await other.query('select pg_backend_pid() as pid');
    const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
    const called = call();
    await expect.poll(async () => (await pool.query(waiting, [rows[0].pid])).rowCount).toBeGreaterThan(0);
    await change(other);
    await other.query('commit');
    return await called;
  } finally {
    other.release(true);
  }
}
