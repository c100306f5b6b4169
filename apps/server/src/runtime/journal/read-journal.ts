import pg from 'pg';
import type { CommittedBatch } from '#platform/runtime.ts';
import { Journal } from './journal.ts';
import { openJournalWriter } from './journal-writer.ts';
import { ensureOrigin, readOrigin } from './origin.ts';
import type { JournalRow, Tip } from './tip.ts';

type Queryable = Pick<pg.Pool, 'query'>;

const columns = `number::float8 AS "number", first_sequence::float8 AS "firstSequence", last_sequence::float8 AS "lastSequence",
  first_event::float8 AS "firstEvent", event_count AS "eventCount", accepted_at::float8 AS "acceptedAt", payload, hash`;

/** A page ends with the batch that makes it this long: batches are long or short, and memory is bounded either way. */
const pageBytes = 4 * 1_024 * 1_024;
const pageRowsMax = 1_000;

/** The rows that follow batch `after`, as many as fit a page. */
export async function readRows(
  database: Queryable,
  { after, limit = pageRowsMax }: { after: number; limit?: number },
): Promise<JournalRow[]> {
  const { rows } = await database.query<JournalRow>(
    `SELECT ${columns} FROM (
       SELECT *, sum(octet_length(payload)) OVER (ORDER BY number) - octet_length(payload) AS bytes_before
       FROM (SELECT * FROM journal WHERE number > $1 ORDER BY number LIMIT $2) AS next
     ) AS page WHERE bytes_before < $3 ORDER BY number`,
    [after, Math.min(limit, pageRowsMax), pageBytes],
  );
  return rows;
}

/** The tip at batch `number`, without looking at what is before it. Number 0 is the origin. */
export function readTip(database: Queryable, number: number): Promise<Tip | undefined> {
  return postgresJournal(database).tipAt(number);
}

/** A page that had room left was the last one. */
function isFull(page: readonly JournalRow[]): boolean {
  return (
    page.length === pageRowsMax || page.reduce((bytes, { payload }) => bytes + payload.length, 0) >= pageBytes
  );
}

/** The journal in a PostgreSQL database. Only what is in this folder knows its tables. A single connection can only read it. */
export function postgresJournal(database: pg.Pool | Queryable): Journal {
  return new Journal({
    ...(database instanceof pg.Pool && {
      openWriter: (terms) => openJournalWriter({ ...terms, database: { pool: database } }),
    }),
    readOrigin: () => readOrigin(database),
    ensureOrigin: (limits) => ensureOrigin(database, limits),
    pageAfter: async (after, limit) => {
      const rows = await readRows(database, limit === undefined ? { after } : { after, limit });
      return { rows, isFull: isFull(rows) };
    },
    rowAt: async (number) =>
      (await database.query<JournalRow>(`SELECT ${columns} FROM journal WHERE number = $1`, [number]))
        .rows[0],
    lastRow: async () =>
      (await database.query<JournalRow>(`SELECT ${columns} FROM journal ORDER BY number DESC LIMIT 1`))
        .rows[0],
  });
}

/**
 * The batches that follow batch `after` (0 for all), at most `limit` and at most a page of them. They are checked against the batch before them.
 *
 * @throws BrokenJournal
 */
export function readBatches(
  database: Queryable,
  { after, limit }: { after: number; limit?: number },
): Promise<CommittedBatch[]> {
  return postgresJournal(database).readFrom(after, limit);
}
