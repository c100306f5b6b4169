import type pg from 'pg';
import type { Queryable } from '#platform/database/database.ts';

export async function readManualTiers(database: Queryable): Promise<Map<string, number>> {
  const { rows } = await database.query<{ account: string; tier: number }>(
    'SELECT account, tier FROM manual_fee_tiers',
  );
  return new Map(rows.map(({ account, tier }) => [account, tier]));
}

/** Nobody else gives or takes back tiers until the transaction ends. */
export const lockTiers = 'LOCK TABLE manual_fee_tiers IN SHARE ROW EXCLUSIVE MODE';

/** Nobody else gives or takes back tiers meanwhile, so that a refresh never overtakes an operator. */
export async function whileTiersStand<Value>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query('BEGIN');
    await client.query(lockTiers);
    const value = await work(client);
    await client.query('COMMIT');
    failed = false;
    return value;
  } finally {
    // A connection in the middle of a transaction is closed, which rolls it back.
    client.release(failed);
  }
}
