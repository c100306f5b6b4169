import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '#platform/database/database.ts';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
}

/** A fresh database with all migrations applied, of the caller's own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return makeDatabase('TEMPLATE emporion');
}

/** A fresh database with nothing in it, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('');
}

async function makeDatabase(clause: string): Promise<TestDatabase> {
  const template = new URL(inject('postgresUrl'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(template);
  url.pathname = `/${name}`;
  await asAdministrator(template, `CREATE DATABASE ${name} ${clause}`);
  const database = await connectDatabase(url.href, { connectionsMax: 8 });
  return {
    url: url.href,
    database,
    drop: async () => {
      await database.close();
      await asAdministrator(template, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function asAdministrator(template: URL, sql: string): Promise<void> {
  const address = new URL(template);
  address.pathname = '/postgres';
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
