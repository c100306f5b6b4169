import { Exchange, type ExchangeLimits, evolve } from '@emporion/core';
import { StartupError } from '#platform/startup/startup-error.ts';
import type { Journal } from './journal/journal.ts';
import { BrokenJournal, type Tip, tipOfOrigin } from './journal/tip.ts';

export interface Recovered {
  readonly exchange: Exchange;
  readonly tip: Tip;
  /** The batch of the snapshot that it began with; 0 when it replayed everything. */
  readonly snapshot: number;
  readonly replayedEvents: number;
}

/** Where snapshots are found. An exchange without any replays everything. */
export interface SnapshotSource {
  /** The batches that they were taken after, the one to try first first. */
  list(): Promise<readonly { readonly number: number }[]>;
  /** @throws when the snapshot is not what was written. */
  load(number: number): Promise<Exchange>;
}

export const noSnapshots: SnapshotSource = {
  list: async () => [],
  load: async (number) => {
    throw new Error(`There is no snapshot after batch ${number}.`);
  },
};

export interface RecoverOptions {
  readonly journal: Journal;
  readonly snapshots: SnapshotSource;
  /** Of an exchange that begins now; one that exists keeps its own. Without them nothing is written, and an exchange must exist. */
  readonly limits?: ExchangeLimits;
  /** A snapshot that cannot be used is only an optimisation lost; somebody should know. */
  readonly onBadSnapshot: (number: number, error: unknown) => void;
  /** Told before a replay how many events it has. */
  readonly onReplay?: (events: number) => void;
}

/**
 * The exchange as the journal says: the newest snapshot that can be used, and every event after it.
 *
 * @throws BrokenJournal when the journal contradicts itself.
 */
export async function recover(options: RecoverOptions): Promise<Recovered> {
  const { journal } = options;
  const start = await startingPoint(options);
  const { exchange, snapshot } = start;
  let { tip } = start;
  options.onReplay?.(((await journal.tip()) ?? tip).event - tip.event);
  for await (const step of journal.readAll(tip)) {
    replay(exchange, step.batch.number, step.batch.events);
    tip = step.tip;
  }
  return { exchange, tip, snapshot, replayedEvents: tip.event - start.tip.event };
}

/** The first snapshot of the list that can be used; the exchange at its origin when there is none. */
export async function startingPoint(options: RecoverOptions): Promise<Omit<Recovered, 'replayedEvents'>> {
  const { journal, limits } = options;
  const origin = limits ? await journal.begin(limits) : await journal.origin();
  if (!origin) throw new StartupError('No exchange ever began on this database: start the server once.');
  const atOrigin = { exchange: new Exchange(origin.limits), tip: tipOfOrigin(origin.hash), snapshot: 0 };
  return (await fromSnapshot(options)) ?? atOrigin;
}

async function fromSnapshot({ journal, snapshots, onBadSnapshot }: RecoverOptions) {
  for (const { number } of await snapshots.list()) {
    try {
      const exchange = await snapshots.load(number);
      const tip = await journal.tipAt(number);
      if (tip && tip.sequence === exchange.sequence) return { exchange, tip, snapshot: number };
      onBadSnapshot(number, new Error('It does not fit the journal.'));
    } catch (error) {
      onBadSnapshot(number, error);
    }
  }
  return undefined;
}

/** @throws BrokenJournal when the exchange cannot be what these events say. */
export function replay(
  exchange: Exchange,
  batch: number,
  events: readonly Parameters<typeof evolve>[1][],
): void {
  try {
    for (const event of events) evolve(exchange, event);
  } catch (error) {
    throw new BrokenJournal(
      batch,
      `it cannot be applied (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
