import type pg from 'pg';

/** The right to run jobs on this database. Losing the connection loses it. */
export interface RunnerLease {
  /** Settles when the connection that holds the lease is gone. */
  readonly lost: Promise<void>;
  release(): void;
}

/** An arbitrary number that all copies of the server agree on. */
const lockKey = 7_245_319;

/**
 * Takes the lease, or answers `undefined` while another process has it.
 *
 * One process runs jobs at a time. So whoever takes the lease knows that jobs still marked as running belonged to a
 * process that died, and frees them; left alone they would wait four hours.
 */
export async function takeRunnerLease(pool: pg.Pool): Promise<RunnerLease | undefined> {
  const client = await pool.connect();
  let free: (() => void) | undefined;
  const lost = new Promise<void>((resolve) => {
    free = resolve;
  });
  const onEnd = () => free?.();
  client.on('error', onEnd).on('end', onEnd);
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockKey,
    ]);
    if (rows[0]?.taken !== true) {
      client.off('error', onEnd).off('end', onEnd).release();
      return undefined;
    }
    await freeOrphans(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
  // The connection is closed, not returned: closing it is what gives the lock up, also when a query is stuck on it.
  return { lost, release: () => client.release(true) };
}

async function freeOrphans(client: pg.PoolClient): Promise<void> {
  await client.query(`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs
    where locked_by is not null
    having count(*) > 0
  `);
}
