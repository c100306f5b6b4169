import type { ExchangeEvent } from '@emporion/core';
import type pg from 'pg';
import type { CommittedBatch } from '#platform/runtime.ts';

/**
 * Something durable that is made from the journal: the tables of a projection, the notices of a user, the steps of a saga. The runner gives it every batch
 * in order. What it writes and its checkpoint are one transaction, so a batch is delivered at least once and its rows are there exactly once; an effect
 * that leaves the database must be keyed by the number of its event and its kind.
 */
export interface DurableFollower {
  /** Names its checkpoint, its metrics and what lists wait for. It never changes. */
  readonly name: string;
  /** What this code makes of the journal. A higher number has its tables emptied and made anew at the next start, and nobody else's. */
  readonly version: number;
  /** The tables that it writes, and nobody else does. One without any only has effects: it is never emptied nor told old batches again. */
  readonly tables: readonly string[];
  /** Followers whose tables it reads: it never goes ahead of them, and in a shared transaction it writes after them. */
  readonly reads?: readonly string[];
  /** Where it begins when it has never run: at the first batch unless it says `tip`, which is where the furthest of the others stands. */
  readonly begins?: 'origin' | 'tip';
  /** Called after a start and after a failure: what it had in memory before is thrown away, because it may be ahead of the tables. */
  open(client: pg.ClientBase): FollowerState | Promise<FollowerState>;
}

/** A follower at work. The calls of one transaction come in this order; the connection may be another one each time. */
export interface FollowerState {
  /** Fetches the rows that the batches are going to change and that are not in memory. */
  hydrate?(client: pg.ClientBase, batches: readonly CommittedBatch[]): Promise<void>;
  /** Folds a batch into what is in memory. It asks nobody, so a replay agrees; event kinds that it does not know are passed over. */
  apply(batch: CommittedBatch): void;
  /** Writes what `apply` changed. */
  write(client: pg.ClientBase): Promise<void>;
  /** After a commit: may forget what can be fetched again, so that memory stays bounded. */
  trim?(): void;
}

/** Where a fold is in the journal: the command whose events come now, and the number of the event. */
export interface Moment {
  readonly event: number;
  readonly sequence: number;
  readonly key: string;
  /** When the command was accepted, in milliseconds since 1970. */
  readonly at: number;
}

type Happening = Exclude<ExchangeEvent, { kind: 'CommandAccepted' | 'CommandRejected' }>;

/** Visits what happened in a batch. The moment is the same object each time: whoever keeps it copies it. */
export function walkEvents(
  { events, firstEvent }: CommittedBatch,
  visit: (event: Happening, moment: Moment) => void,
): void {
  const moment = { event: firstEvent, sequence: 0, key: '', at: 0 };
  for (const event of events) {
    if (event.kind === 'CommandAccepted' || event.kind === 'CommandRejected') {
      moment.sequence = event.sequence;
      moment.key = event.key;
      moment.at = event.acceptedAt;
    } else visit(event, moment);
    moment.event += 1;
  }
}

/** So many rows of a kind a follower keeps in memory between transactions. */
export const cachedRowsMax = 200_000;
