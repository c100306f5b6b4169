import { createHash } from 'node:crypto';
import { type Exchange, restoreExchange, type Snapshot } from '@emporion/core';
import { invariant } from '@emporion/kernel';
import type pg from 'pg';
import type { SnapshotSource } from '#runtime/recover.ts';
import { packSnapshot, SnapshotUnpacker } from './snapshot-parts.ts';

type Queryable = Pick<pg.Pool, 'query'>;

/** A part has at most a few megabytes. */
const partsTogether = 16;

export interface SnapshotEntry {
  /** The batch that it was taken after. */
  readonly number: number;
  readonly sequence: number;
  readonly stateHash: string;
  readonly createdAt: Date;
}

/** The snapshots there are, the newest first. */
export async function listSnapshots(database: Queryable): Promise<SnapshotEntry[]> {
  const { rows } = await database.query<SnapshotEntry>(
    `SELECT number::float8 AS "number", sequence::float8 AS "sequence", state_hash AS "stateHash", created_at AS "createdAt"
     FROM snapshots ORDER BY number DESC`,
  );
  return rows;
}

/** The snapshots of a database, for a recovery. */
export function storedSnapshots(
  database: Queryable,
): SnapshotSource & { list(): Promise<readonly SnapshotEntry[]> } {
  return { list: () => listSnapshots(database), load: (number) => loadSnapshot(database, number) };
}

/** Writes a snapshot, part by part. The caller has begun a transaction. */
export async function writeSnapshot(
  client: Queryable,
  { number, snapshot, stateHash }: { number: number; snapshot: Snapshot; stateHash: string },
): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  let part = 0;
  await client.query(
    'INSERT INTO snapshots (number, sequence, state_hash, content_hash, bytes) VALUES ($1, $2, $3, $4, 0)',
    [number, snapshot.sequence, stateHash, Buffer.alloc(32)],
  );
  for (const content of packSnapshot(snapshot)) {
    hash.update(content);
    bytes += content.length;
    await client.query('INSERT INTO snapshot_parts (number, part, content) VALUES ($1, $2, $3)', [
      number,
      part,
      content,
    ]);
    part += 1;
  }
  await client.query('UPDATE snapshots SET content_hash = $2, bytes = $3 WHERE number = $1', [
    number,
    hash.digest(),
    bytes,
  ]);
}

/**
 * The exchange as it was after the batch.
 *
 * @throws when the snapshot is not what was written.
 */
export async function loadSnapshot(database: Queryable, number: number): Promise<Exchange> {
  const { rows } = await database.query<{ content_hash: Buffer; sequence: number }>(
    'SELECT content_hash, sequence::float8 AS sequence FROM snapshots WHERE number = $1',
    [number],
  );
  const unpacker = new SnapshotUnpacker();
  const hash = createHash('sha256');
  for await (const content of readParts(database, number)) {
    hash.update(content);
    unpacker.add(content);
  }
  invariant(
    rows[0] && hash.digest().equals(rows[0].content_hash),
    `The snapshot after batch ${number} is damaged.`,
  );
  const exchange = restoreExchange(unpacker.snapshot());
  invariant(
    exchange.sequence === rows[0].sequence,
    `The snapshot after batch ${number} is of another moment.`,
  );
  return exchange;
}

/** Deletes all but the newest few. */
export async function deleteOldSnapshots(database: Queryable, keep: number): Promise<void> {
  await database.query(
    'DELETE FROM snapshots WHERE number NOT IN (SELECT number FROM snapshots ORDER BY number DESC LIMIT $1)',
    [keep],
  );
}

/** The parts in their order; the next few are fetched while some are unpacked. */
async function* readParts(database: Queryable, number: number): AsyncGenerator<Buffer> {
  const fetch = async (from: number) => {
    const { rows } = await database.query<{ content: Buffer }>(
      'SELECT content FROM snapshot_parts WHERE number = $1 AND part >= $2 ORDER BY part LIMIT $3',
      [number, from, partsTogether],
    );
    return rows;
  };
  let from = 0;
  let parts = await fetch(from);
  while (parts.length > 0) {
    from += partsTogether;
    const next = fetch(from);
    // Who stops in the middle because a part is damaged never waits for the next ones.
    next.catch(() => undefined);
    for (const { content } of parts) yield content;
    parts = await next;
  }
}
