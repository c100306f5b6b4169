import { setTimeout as wait } from 'node:timers/promises';
import type { Platform } from '#platform/platform.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import { defineService } from '#platform/services.ts';
import { countRefusals, dayOf, type RefusalCounts, readRefusals } from './refusal-counts.ts';

/** Far beyond what a bot that knows its markets has refused. */
const refusalsMax = 20_000;

/** So few batches are read from the journal at a start; while the table is further behind than that, it is looked at again. */
const batchesReadMax = 10_000;
const lookMs = 1_000;
/** A start waits so long for a table that is far behind, which it is when a release brings it or makes it anew. */
const startMsMax = 5_000;

/**
 * Counts what an account had refused under ids of its own within a day of UTC. Such a refusal is remembered, so it stays in the journal for ever,
 * and it costs no money. It is counted as the journal grows, over what the table of refusals has, so a restart forgets nothing and every gateway
 * counts what all of them let through.
 */
export class RefusalsOfDay {
  readonly #max: number;
  #counts: RefusalCounts = { day: 0, byAccount: new Map() };

  constructor(max = refusalsMax) {
    this.#max = max;
  }

  /** Begins with what is known, over whatever it had. */
  seed(counts: RefusalCounts): void {
    this.#counts = counts;
  }

  /** Counts the refusals of a batch. */
  apply(batch: Pick<CommittedBatch, 'events'>): void {
    countRefusals(this.#counts, batch);
  }

  /** The journal's time and the gateway's own may be on two sides of midnight for a moment: a day that the journal has not reached is free. */
  isSpent(account: string, now: Date): boolean {
    const { day, byAccount } = this.#counts;
    return (byAccount.get(account) ?? 0) >= this.#max && dayOf(now.getTime()) <= day;
  }
}

/** One count for all who trade on an exchange. It has a batch before its callers are answered. */
export const refusalsOfDay = defineService('the refusals of a day', async (platform) => {
  const refusals = new RefusalsOfDay();
  const { ready } = platform.runtime.follow({
    name: 'the refusals of a day',
    whenItFails: 'reseed',
    seed: async () => {
      const { batch, counts } = await readNear(platform);
      refusals.seed(counts);
      return { batch };
    },
    apply: (batch) => refusals.apply(batch),
  });
  const isThere = await Promise.race([ready.then(() => true), wait(startMsMax, false, { ref: false })]);
  if (!isThere) platform.log.warn('the refusals of today are counted later: their table is far behind');
  return refusals;
});

/** What the table has, as soon as it is near the end of the journal. */
async function readNear({ database, runtime }: Pick<Platform, 'database' | 'runtime'>) {
  for (;;) {
    const read = await readRefusals(database.kysely);
    if (runtime.position.batch - read.batch <= batchesReadMax || !runtime.healthy) return read;
    await wait(lookMs, undefined, { ref: false });
  }
}
