import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StartupError } from '#platform/startup/startup-error.ts';
import { PreparingClient } from './preparing-client.ts';
import { PublicReads } from './public-reads.ts';

/** The way to PostgreSQL. */
export interface Database {
  readonly pool: pg.Pool;
  readonly kysely: Kysely<unknown>;
  /** For calls without a token, on connections of their own. */
  readonly publicReads: PublicReads;
  close(): Promise<void>;
}

/** The pool, or a connection of it. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** Long enough for a busy machine, short enough that whoever waits is told. */
const connectTimeoutMs = 15_000;
/** Together with the others of a server they stay far below what PostgreSQL allows by default. */
const publicConnectionsMax = 4;
/** A statement that runs longer than a client waits. */
const publicStatementMsMax = 15_000;
const int8 = 20;

/** A 64-bit integer does not fit a JavaScript number, and money may be one. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? (text: string) => BigInt(text)
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Opens the pool and proves that the database answers.
 *
 * @throws StartupError when it does not.
 */
export async function connectDatabase(
  url: string,
  options: { connectionsMax?: number; connectionWaitMs?: number } = {},
): Promise<Database> {
  const settings: pg.PoolConfig = {
    Client: PreparingClient,
    connectionString: url,
    max: options.connectionsMax ?? 20,
    connectionTimeoutMillis: options.connectionWaitMs ?? connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    application_name: 'emporion',
    types,
  };
  const pool = openPool(settings);
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw new StartupError(
      `The database at ${describe(url)} cannot be reached: ${reasonOf(error)}. Check DATABASE_URL.`,
    );
  }
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const publicPool = openPool({
    ...settings,
    max: Math.min(publicConnectionsMax, settings.max ?? publicConnectionsMax),
    statement_timeout: publicStatementMsMax,
  });
  return {
    pool,
    kysely,
    publicReads: new PublicReads(publicPool),
    close: async () => {
      await Promise.all([pool.end(), publicPool.end()]);
    },
  };
}

/** It connects when it is first used. */
function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  // The pool only listens to connections that rest in it. One that breaks in somebody's hands, between two queries of a transaction, would
  // end the process; its next query fails and tells.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
}

/** The address without its password. */
function describe(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'the given address';
  }
}

function reasonOf(error: unknown): string {
  // A name with several addresses fails as a list of failures, whose own message is empty.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
