import type pg from 'pg';
import type { CommittedBatch } from '#platform/runtime.ts';
import { readOrigin } from './origin.ts';
import { BrokenJournal, batchAfter, type JournalRow, type Tip, tipAfter, tipOfOrigin } from './tip.ts';

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
export async function readTip(database: Queryable, number: number): Promise<Tip | undefined> {
  if (number === 0) {
    const origin = await readOrigin(database);
    return origin && tipOfOrigin(origin.hash);
  }
  const { rows } = await database.query<JournalRow>(`SELECT ${columns} FROM journal WHERE number = $1`, [
    number,
  ]);
  return rows[0] && tipAfter(rows[0], rows[0].hash);
}

/** The number of the journal's last event; 0 when it is empty. */
export async function readLastEvent(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ event: number }>(
    'SELECT (first_event + event_count - 1)::float8 AS event FROM journal ORDER BY number DESC LIMIT 1',
  );
  return rows[0]?.event ?? 0;
}

/**
 * Everything after the tip, one page after another, each row checked. The next page is fetched while one is dealt with, unless the reader needs
 * the connection in between.
 */
export async function* readJournal(
  database: Queryable,
  from: Tip,
  { ahead = true } = {},
): AsyncGenerator<{ batch: CommittedBatch; tip: Tip }> {
  let tip = from;
  let page = await readRows(database, { after: tip.batch });
  while (page.length > 0) {
    const last = page.at(-1)?.number ?? 0;
    const fetchNext = () => readRows(database, { after: last });
    const more = isFull(page);
    const early = more && ahead ? fetchNext() : undefined;
    // A reader that stops in the middle of a page never waits for the next one, whose failure is nobody's then.
    early?.catch(() => undefined);
    for (const row of page) {
      const read = batchAfter(tip, row);
      tip = read.tip;
      yield read;
    }
    page = more ? await (early ?? fetchNext()) : [];
  }
}

/** A page that had room left was the last one. */
function isFull(page: readonly JournalRow[]): boolean {
  return (
    page.length === pageRowsMax || page.reduce((bytes, { payload }) => bytes + payload.length, 0) >= pageBytes
  );
}

/**
 * The batches that follow batch `after` (0 for all), at most `limit` and at most a page of them. They are checked against the batch before them.
 *
 * @throws BrokenJournal
 */
export async function readBatches(
  database: Queryable,
  { after, limit }: { after: number; limit?: number },
): Promise<CommittedBatch[]> {
  const rows = await readRows(database, limit === undefined ? { after } : { after, limit });
  if (rows.length === 0) return [];
  let tip = await readTip(database, after);
  if (!tip) throw new BrokenJournal(after, 'it is missing');
  const batches: CommittedBatch[] = [];
  for (const row of rows) {
    const read = batchAfter(tip, row);
    tip = read.tip;
    batches.push(read.batch);
  }
  return batches;
}
