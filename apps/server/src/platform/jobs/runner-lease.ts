import type pg from 'pg';
import { type Lease, lockKeys, takeLease } from '#platform/database/lease.ts';

/**
 * Takes the lease of running jobs, or answers `undefined` while another process has it.
 *
 * One process runs jobs at a time. So whoever takes the lease knows that jobs still marked as running belonged to a
 * process that died, and frees them; left alone they would wait four hours.
 */
export function takeRunnerLease(pool: pg.Pool): Promise<Lease | undefined> {
  return takeLease(pool, lockKeys.jobs, freeOrphans);
}

async function freeOrphans(client: pg.PoolClient): Promise<void> {
  await client.query(`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs
    where locked_by is not null
    having count(*) > 0
  `);
}
