import { defaultLimits, stateHash, takeSnapshot } from '@emporion/core';
import { invariant } from '@emporion/kernel';
import pg from 'pg';
import { postgresJournal } from '#runtime/journal/read-journal.ts';
import { recover } from '#runtime/recover.ts';
import { deleteOldSnapshots, loadSnapshot, storedSnapshots, writeSnapshot } from './snapshot-store.ts';

export interface SnapshotOrder {
  /** The address of the database, password included. */
  readonly url: string;
  /** How many snapshots stay. */
  readonly keep: number;
}

export interface SnapshotReport {
  readonly batch: number;
  readonly event: number;
  readonly stateHash: string;
  readonly seconds: number;
}

/**
 * Makes a snapshot out of what the database has: the last snapshot and the journal after it. It asks nothing of the running exchange, so it
 * can work in another thread or process, and it stays only when what was written restores to the same state.
 */
export async function makeSnapshot({ url, keep }: SnapshotOrder): Promise<SnapshotReport> {
  const start = performance.now();
  const client = new pg.Client({ connectionString: url, application_name: 'emporion snapshot' });
  // A connection that breaks also fails the query under way, which tells.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { exchange, tip, snapshot } = await recover({
      journal: postgresJournal(client),
      snapshots: storedSnapshots(client),
      limits: defaultLimits,
      onBadSnapshot: () => undefined,
    });
    const hash = stateHash(exchange);
    if (tip.batch > snapshot) {
      await client.query('BEGIN');
      // One that could not be used is in the way when it was taken after the same batch.
      await client.query('DELETE FROM snapshots WHERE number = $1', [tip.batch]);
      await writeSnapshot(client, { number: tip.batch, snapshot: takeSnapshot(exchange), stateHash: hash });
      const restored = await loadSnapshot(client, tip.batch);
      invariant(stateHash(restored) === hash, 'The snapshot restores to another state than it was taken of.');
      await deleteOldSnapshots(client, keep);
      await client.query('COMMIT');
    }
    const seconds = (performance.now() - start) / 1_000;
    return { batch: tip.batch, event: tip.event, stateHash: hash, seconds };
  } finally {
    await client.end();
  }
}
