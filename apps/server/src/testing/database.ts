import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '#platform/database/database.ts';
import { addressOf, templateName } from './template.ts';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
}

/**
 * A fresh database with all migrations applied, of the caller's own. Its files are copied: to write every page to the log as well,
 * as PostgreSQL does by itself, takes twice the work, and nobody recovers these.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return makeDatabase(`TEMPLATE ${templateName} STRATEGY file_copy`);
}

/** A fresh database with nothing in it, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('');
}

async function makeDatabase(clause: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name} ${clause}`);
  const url = addressOf(inject('postgresUrl'), name);
  // A busy machine is slow, not wrong.
  const database = await connectDatabase(url, { connectionsMax: 8, connectionWaitMs: 60_000 });
  return {
    url,
    database,
    drop: async () => {
      await database.close();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** One for all files of a worker. */
let administrator: pg.Pool | undefined;

async function administer(sql: string): Promise<void> {
  administrator ??= new pg.Pool({ connectionString: inject('postgresUrl'), max: 1, allowExitOnIdle: true })
    // The server may stop before the worker ends.
    .on('error', () => undefined);
  await administrator.query(sql);
}
