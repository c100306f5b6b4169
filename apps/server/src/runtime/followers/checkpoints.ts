import type pg from 'pg';
import type { Queryable } from '#platform/database/database.ts';
import type { Tip } from '#runtime/journal/tip.ts';
import type { DurableFollower } from './follower.ts';

/** How far a follower has come. */
export interface Checkpoint {
  readonly name: string;
  readonly version: number;
  readonly batch: number;
  readonly event: number;
}

/** By name. Without names, those of all followers there ever were. */
export async function readCheckpoints(
  database: Queryable,
  names?: readonly string[],
): Promise<Map<string, Checkpoint>> {
  const { rows } = await database.query<Checkpoint>(
    `SELECT name, version, batch::float8 AS batch, event::float8 AS event FROM follower_checkpoints
     WHERE $1::text[] IS NULL OR name = ANY ($1)`,
    [names ?? null],
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** The last batch that a follower has dealt with; 0 when it has not begun. */
export async function checkpointOf(database: Queryable, name: string): Promise<number> {
  return (await readCheckpoints(database, [name])).get(name)?.batch ?? 0;
}

type Place = Pick<Tip, 'batch' | 'event' | 'acceptedAt'>;

/** Puts followers somewhere, within the caller's transaction. */
export async function placeFollowers(
  client: Queryable,
  followers: readonly Pick<DurableFollower, 'name' | 'version'>[],
  { batch, event, acceptedAt }: Place,
): Promise<void> {
  await client.query(
    `INSERT INTO follower_checkpoints (name, version, batch, event, accepted_at)
     SELECT name, version, $3, $4, $5 FROM unnest($1::text[], $2::integer[]) AS given (name, version)
     ON CONFLICT (name) DO UPDATE SET version = excluded.version, batch = excluded.batch, event = excluded.event,
       accepted_at = excluded.accepted_at`,
    [followers.map(({ name }) => name), followers.map(({ version }) => version), batch, event, acceptedAt],
  );
}

const beginning: Place = { batch: 0, event: 0, acceptedAt: 0 };

/** Empties the tables of followers, which begin again with the first batch. */
export async function resetFollowers(
  client: pg.ClientBase,
  followers: readonly DurableFollower[],
): Promise<void> {
  const tables = followers.flatMap((follower) => follower.tables);
  await client.query('BEGIN');
  try {
    if (tables.length > 0) await client.query(`TRUNCATE ${tables.join(', ')}`);
    await placeFollowers(client, followers, beginning);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/**
 * Moves the checkpoints of followers that share the caller's transaction.
 *
 * @throws when somebody else has moved one of them: what this process knows of its tables no longer holds, and nothing of the transaction may stay.
 */
export async function moveCheckpoints(
  client: pg.ClientBase,
  followers: readonly Pick<DurableFollower, 'name' | 'version'>[],
  { from, to }: { from: Tip; to: Tip },
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'move-checkpoints',
    text: `UPDATE follower_checkpoints AS kept SET batch = $4, event = $5, accepted_at = $6
      FROM unnest($1::text[], $2::integer[]) AS moved (name, version)
      WHERE kept.name = moved.name AND kept.version = moved.version AND kept.batch = $3`,
    values: [
      followers.map(({ name }) => name),
      followers.map(({ version }) => version),
      ...[from.batch, to.batch, to.event, to.acceptedAt],
    ],
  });
  if (rowCount !== followers.length) throw new Error('Another process has written what followers write.');
}
