import { Exchange, type ExchangeLimits, evolve } from '@emporion/core';
import type pg from 'pg';
import { ensureOrigin } from './journal/origin.ts';
import { readJournal, readLastEvent, readTip } from './journal/read-journal.ts';
import { BrokenJournal, type Tip, tipOfOrigin } from './journal/tip.ts';
import { listSnapshots, loadSnapshot } from './snapshots/snapshot-store.ts';

type Queryable = Pick<pg.Pool, 'query'>;

export interface Recovered {
  readonly exchange: Exchange;
  readonly tip: Tip;
  /** The batch of the snapshot that it began with; 0 when it replayed everything. */
  readonly snapshot: number;
  readonly replayedEvents: number;
}

export interface RecoverOptions {
  readonly database: Queryable;
  /** Of an exchange that begins now; one that exists keeps its own. */
  readonly limits: ExchangeLimits;
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
  const { database } = options;
  const origin = await ensureOrigin(database, options.limits);
  const start = (await fromSnapshot(options)) ?? {
    exchange: new Exchange(origin.limits),
    tip: tipOfOrigin(origin.hash),
    snapshot: 0,
  };
  const { exchange, snapshot } = start;
  let { tip } = start;
  options.onReplay?.((await readLastEvent(database)) - tip.event);
  for await (const read of readJournal(database, tip)) {
    replay(exchange, read.batch.number, read.batch.events);
    tip = read.tip;
  }
  return { exchange, tip, snapshot, replayedEvents: tip.event - start.tip.event };
}

async function fromSnapshot({ database, onBadSnapshot }: RecoverOptions) {
  for (const { number } of await listSnapshots(database)) {
    try {
      const exchange = await loadSnapshot(database, number);
      const tip = await readTip(database, number);
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
