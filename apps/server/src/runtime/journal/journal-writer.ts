import pg from 'pg';
import type { Database } from '#platform/database/database.ts';
import { lockKeys } from '#platform/database/lease.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import type { JournalWriter, WriterTerms } from './journal.ts';

export interface WriterOptions extends WriterTerms {
  readonly database: Pick<Database, 'pool'>;
  /** How long to wait for a server that is just ending. */
  readonly lockWaitMs?: number;
  readonly writeTimeoutMs?: number;
  /** False only in the test that shows the fence to hold without the lock. */
  readonly lock?: boolean;
}

const lockUnavailable = '55P03';
const closeTimeoutMs = 2_000;

const appendRow = {
  name: 'append-batch',
  text: `INSERT INTO journal (number, first_sequence, last_sequence, first_event, event_count, accepted_at, payload, hash)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/**
 * Opens the connection that appends. It holds a lock for as long as it lives, so that a second server is told at its start; what makes a second
 * writer impossible is the journal's primary key.
 *
 * @throws StartupError when another server has the lock.
 */
export async function openJournalWriter(options: WriterOptions): Promise<JournalWriter> {
  const { database, onLost, lockWaitMs = 5_000, writeTimeoutMs = 30_000, lock = true } = options;
  const { connectionString, connectionTimeoutMillis } = database.pool.options;
  const client = new pg.Client({
    ...(connectionString === undefined ? {} : { connectionString }),
    application_name: 'emporion journal',
    ...(connectionTimeoutMillis === undefined ? {} : { connectionTimeoutMillis }),
    keepAlive: true,
    query_timeout: writeTimeoutMs,
  });
  let closing = false;
  const lost = (cause?: Error) => {
    if (closing) return;
    closing = true;
    onLost(cause ?? new Error('the connection to the database ended'));
  };
  client.on('error', lost).on('end', () => lost());
  await client.connect();
  try {
    // Whatever the database's own default is, what we acknowledge is on disk.
    await client.query('SET synchronous_commit = on');
    if (lock) await takeLock(client, lockWaitMs);
  } catch (error) {
    closing = true;
    await client.end();
    throw error;
  }
  return {
    append: async (row) => {
      const { number, firstSequence, lastSequence, firstEvent, eventCount, acceptedAt, payload, hash } = row;
      const values = [number, firstSequence, lastSequence, firstEvent, eventCount, acceptedAt, payload, hash];
      await client.query({ ...appendRow, values });
    },
    close: async () => {
      closing = true;
      await endOf(client);
    },
  };
}

/** Ends the connection; one that no longer answers is not waited for. */
async function endOf(client: pg.Client): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((done) => {
    timer = setTimeout(done, closeTimeoutMs);
  });
  await Promise.race([client.end(), patience]);
  clearTimeout(timer);
}

async function takeLock(client: pg.Client, waitMs: number): Promise<void> {
  try {
    await client.query(`SET lock_timeout = ${Math.max(1, Math.floor(waitMs))}`);
    await client.query('SELECT pg_advisory_lock($1)', [lockKeys.journal]);
    await client.query('SET lock_timeout = 0');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== lockUnavailable) throw error;
    throw new StartupError(
      'Another server runs on this database, and an exchange has only one: stop that one, or set DATABASE_URL to another database.',
    );
  }
}
