import type pg from 'pg';

/** The right to do something on this database that one process at a time may do. Losing the connection loses it. */
export interface Lease {
  /** Settles when the connection that holds the lease is gone. */
  readonly lost: Promise<void>;
  release(): void;
}

/** The numbers of PostgreSQL's advisory locks that all copies of the server agree on, one for each thing that one process at a time may do. */
export const lockKeys = {
  migrations: 7_245_318,
  jobs: 7_245_319,
  journal: 7_245_320,
  walletPayouts: 7_245_321,
  demoSeeds: 7_245_322,
  walletWatch: 7_245_323,
  walletBooks: 7_245_324,
  recurringSwaps: 7_245_325,
} as const;

/** Takes a lease, does what has to be done on its connection first, or answers `undefined` while another process has it. */
export async function takeLease(
  pool: pg.Pool,
  key: number,
  begin: (client: pg.PoolClient) => Promise<void> = async () => undefined,
): Promise<Lease | undefined> {
  const client = await pool.connect();
  let free: (() => void) | undefined;
  const lost = new Promise<void>((resolve) => {
    free = resolve;
  });
  const onEnd = () => free?.();
  client.on('error', onEnd).on('end', onEnd);
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      key,
    ]);
    if (rows[0]?.taken !== true) {
      client.off('error', onEnd).off('end', onEnd).release();
      return undefined;
    }
    await begin(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
  // The connection is closed, not returned: closing it is what gives the lock up, also when a query is stuck on it.
  return { lost, release: () => client.release(true) };
}
