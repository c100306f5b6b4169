import { invariant } from '@emporion/kernel';
import type pg from 'pg';
import type { CommittedBatch } from '#platform/runtime.ts';
import { readRows, readTip } from '#runtime/journal/read-journal.ts';
import { batchAfter, type JournalRow, type Tip } from '#runtime/journal/tip.ts';
import { Changes } from './model/changes.ts';
import { projectBatch } from './model/project-batch.ts';
import type { ProjectionState } from './model/state.ts';
import { moveCheckpoint, projectionVersion, readCheckpoint, resetProjections } from './sql/checkpoint.ts';
import { hydrate } from './sql/hydrate.ts';
import { loadState } from './sql/load-state.ts';
import { writeChanges } from './sql/write-changes.ts';

/** So many events share a transaction when there is much to catch up with. */
const chunkEventsMax = 10_000;
/** So many orders, volumes, and accounts with their balances, are kept in memory between transactions. */
const cachedRowsMax = 200_000;

/** Projects the journal over one connection. After a failure both must be thrown away: what it has in memory may be ahead of the tables. */
export interface JournalProjection {
  /** The last batch that can be seen in the tables. */
  readonly tip: Tip;
  /** Projects one transaction's worth of what has been written since: none of it, all of it, or a part so large that more is likely. */
  advance(): Promise<'none' | 'all' | 'part'>;
}

/** @throws BrokenJournal, and a fault when the tables do not fit the journal. */
export async function openProjection(client: pg.ClientBase): Promise<JournalProjection> {
  // What a crash loses of the projections is projected again: trading need not share its disk for them.
  await client.query('SET synchronous_commit = off');
  const checkpoint = await readCheckpoint(client);
  if (checkpoint?.version !== projectionVersion) await resetProjections(client);
  const state = await loadState(client);
  const batch = checkpoint?.version === projectionVersion ? checkpoint.batch : 0;
  const begin = await readTip(client, batch);
  invariant(
    begin && (batch === 0 || begin.event === checkpoint?.event),
    `The projections have come to batch ${batch} of another journal: run \`npm run rebuild\`.`,
  );
  let tip: Tip = begin;
  let waiting: JournalRow[] = [];
  return {
    get tip() {
      return tip;
    },
    advance: async () => {
      if (waiting.length === 0) waiting = await readRows(client, { after: tip.batch });
      if (waiting.length === 0) return 'none';
      const chunk = cutChunk(waiting, tip);
      await projectChunk(client, state, { ...chunk, from: tip });
      waiting = waiting.slice(chunk.batches.length);
      const events = chunk.to.event - tip.event;
      tip = chunk.to;
      state.trim(cachedRowsMax);
      return waiting.length > 0 || events >= chunkEventsMax ? 'part' : 'all';
    },
  };
}

interface Chunk {
  readonly batches: readonly CommittedBatch[];
  readonly to: Tip;
}

function cutChunk(rows: readonly JournalRow[], from: Tip): Chunk {
  const batches: CommittedBatch[] = [];
  let tip = from;
  for (const row of rows) {
    if (tip.event - from.event >= chunkEventsMax) break;
    const read = batchAfter(tip, row);
    batches.push(read.batch);
    tip = read.tip;
  }
  return { batches, to: tip };
}

/**
 * One transaction: the rows, and the checkpoint that says that they are there. Where it fails, it ends with the connection, which nobody uses again: a database that
 * does not answer would not answer a ROLLBACK either.
 */
async function projectChunk(
  client: pg.ClientBase,
  state: ProjectionState,
  { from, to, batches }: Chunk & { from: Tip },
): Promise<void> {
  await client.query('BEGIN');
  await hydrate(client, state, batches);
  const changes = new Changes();
  for (const batch of batches) projectBatch(state, changes, batch);
  await writeChanges(client, changes);
  await moveCheckpoint(client, from, to);
  await client.query('COMMIT');
}
