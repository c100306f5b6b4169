import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { StartupError } from '#platform/startup/startup-error.ts';
import { lockKeys } from './lease.ts';

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const fileName = /^\d{4}-[a-z0-9-]+\.sql$/;

/**
 * Applies the SQL files that the database has not seen, in the order of their names, each in a transaction of its own.
 * Copies that start together take turns. Returns the names of those applied now.
 *
 * @throws StartupError when a file that was applied has changed or is gone, or when one fails.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKeys.migrations]);
    try {
      return await applyMissing(client, migrations);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [lockKeys.migrations]);
    }
  } finally {
    client.release();
  }
}

async function applyMissing(client: pg.PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  refuseRewrittenHistory(applied, migrations);
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of missing) await apply(client, migration);
  return missing.map(({ name }) => name);
}

function refuseRewrittenHistory(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    const now = known.get(name);
    if (now === undefined) {
      throw new StartupError(
        `The database has migration ${name}, which this release does not know: start a newer release.`,
      );
    }
    if (now !== checksum) {
      throw new StartupError(
        `Migration ${name} changed after it was applied: put the file back, and add a new one for the change.`,
      );
    }
  }
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new StartupError(
      `Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const odd = names.find((name) => !fileName.test(name));
  if (odd) throw new StartupError(`Migration ${odd} is not named like 0001-title.sql.`);
  const twice = names.find((name, index) => name.slice(0, 4) === names[index + 1]?.slice(0, 4));
  if (twice) throw new StartupError(`Two migrations have the number ${twice.slice(0, 4)}.`);
  return names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}
