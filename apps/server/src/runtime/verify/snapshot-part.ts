import { stateHash } from '@emporion/core';
import { listSnapshots, loadSnapshot, type SnapshotEntry } from '#runtime/snapshots/snapshot-store.ts';
import type { Queryable, VerifyPart } from './verify-part.ts';

/** One part for each snapshot there is: it restores to what a replay from the first batch gives at the same place. */
export async function snapshotParts(database: Queryable): Promise<VerifyPart[]> {
  return (await listSnapshots(database)).map(snapshotPart);
}

function snapshotPart({ number, stateHash: noted }: SnapshotEntry): VerifyPart {
  return {
    name: `Snapshot ${number}`,
    at: async () => number,
    run: async ({ database, exchange }) => {
      const replayed = stateHash(exchange);
      const problems: string[] = [];
      if (noted !== replayed)
        problems.push(`It was taken of the state ${noted}, and a replay gives ${replayed}.`);
      try {
        const restored = stateHash(await loadSnapshot(database, number));
        if (restored !== replayed)
          problems.push(`It restores to ${restored}, and a replay gives ${replayed}.`);
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
      return { summary: `restores to the state of the replay, ${replayed}`, problems };
    },
  };
}
