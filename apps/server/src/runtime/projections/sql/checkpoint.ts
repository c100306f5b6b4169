import type pg from 'pg';
import type { Tip } from '#runtime/journal/tip.ts';
import type { Queryable } from '#runtime/projections/history/queryable.ts';

/** What the code of this release makes of the journal. A higher number makes the next start project everything anew. */
export const projectionVersion = 1;

/** How far the projections have come. */
export interface Checkpoint {
  readonly version: number;
  readonly batch: number;
  readonly event: number;
  readonly acceptedAt: number;
}

/** Everything that is made from the journal. Generated history and the fee tiers are not. */
export const projectedTables = [
  'projected_markets',
  'open_orders',
  'closed_orders',
  'trades',
  'fills',
  'ledger_entries',
  'balances',
  'candles',
  'swaps',
  'traded_volumes',
] as const;

export async function readCheckpoint(database: Queryable): Promise<Checkpoint | undefined> {
  const { rows } = await database.query<Checkpoint>(
    `SELECT version, batch::float8 AS batch, event::float8 AS event, accepted_at::float8 AS "acceptedAt"
     FROM projection_checkpoint`,
  );
  return rows[0];
}

/** Empties the projections: they begin again with the first batch. */
export async function resetProjections(client: pg.ClientBase): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`TRUNCATE ${projectedTables.join(', ')}`);
    await client.query(
      `INSERT INTO projection_checkpoint (version, batch, event, accepted_at) VALUES ($1, 0, 0, 0)
       ON CONFLICT (singleton) DO UPDATE SET version = excluded.version, batch = 0, event = 0, accepted_at = 0`,
      [projectionVersion],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/**
 * Moves the checkpoint within the caller's transaction.
 *
 * @throws when somebody else has moved it: what this copy knows of the tables no longer holds, and nothing of the transaction may stay.
 */
export async function moveCheckpoint(client: pg.ClientBase, from: Tip, to: Tip): Promise<void> {
  const { rowCount } = await client.query({
    name: 'move-checkpoint',
    text: `UPDATE projection_checkpoint SET batch = $2, event = $3, accepted_at = $4 WHERE batch = $1 AND version = $5`,
    values: [from.batch, to.batch, to.event, to.acceptedAt, projectionVersion],
  });
  if (rowCount !== 1) throw new Error('Another process has written to the projections.');
}
