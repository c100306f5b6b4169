import { operatorCommand } from '#platform/operator-command.ts';
import type { CommittedBatch, JournalPosition } from '#platform/runtime.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { type BatchFigures, hashOfBatch } from './chain.ts';
import { decodePayload } from './codec.ts';

/** The end of the journal, or of the part of it that was read: what the next batch must follow. */
export interface Tip {
  readonly batch: number;
  readonly sequence: number;
  readonly event: number;
  readonly acceptedAt: number;
  readonly hash: Buffer;
}

export interface JournalRow extends BatchFigures {
  readonly payload: Buffer;
  readonly hash: Buffer;
}

/** The journal contradicts itself. Nobody can go on from here; a person must look. */
export class BrokenJournal extends StartupError {
  readonly batch: number;

  constructor(batch: number, what: string) {
    super(
      `The journal is broken at batch ${batch}: ${what}. Nothing was changed; restore the database from a backup, or run \`${operatorCommand('verify')}\` to learn more.`,
    );
    this.batch = batch;
  }
}

export function tipOfOrigin(hash: Buffer): Tip {
  return { batch: 0, sequence: 0, event: 0, acceptedAt: 0, hash };
}

/** The tip after a batch that was appended or read. */
export function tipAfter(figures: BatchFigures, hash: Buffer): Tip {
  const { number, lastSequence, firstEvent, eventCount, acceptedAt } = figures;
  return { batch: number, sequence: lastSequence, event: firstEvent + eventCount - 1, acceptedAt, hash };
}

export function positionOf({ hash, ...tip }: Tip): JournalPosition {
  return { ...tip, hash: hash.toString('hex') };
}

/**
 * Reads a row that must follow the tip: nothing between them, and a hash that fits what it says.
 *
 * @throws BrokenJournal when it does not.
 */
export function batchAfter(tip: Tip, row: JournalRow): { batch: CommittedBatch; tip: Tip } {
  const { number, firstSequence, lastSequence, firstEvent, eventCount, acceptedAt, payload, hash } = row;
  const broken = (what: string) => new BrokenJournal(number, what);
  if (number !== tip.batch + 1) throw new BrokenJournal(tip.batch + 1, 'it is missing');
  if (firstSequence !== tip.sequence + 1) throw broken('its commands do not follow those before it');
  if (firstEvent !== tip.event + 1) throw broken('its events do not follow those before it');
  if (acceptedAt < tip.acceptedAt) throw broken('it was accepted before the batch before it');
  if (!hashOfBatch(tip.hash, row, payload).equals(hash)) throw broken('its hash does not fit its content');
  const events = decodePayload(payload);
  if (events.length !== eventCount) throw broken('it has another number of events than it says');
  const last = events.findLast(({ kind }) => kind === 'CommandAccepted' || kind === 'CommandRejected');
  if (!last || !('sequence' in last) || last.sequence !== lastSequence)
    throw broken('it has other commands than it says');
  const batch = { number, firstSequence, lastSequence, firstEvent, events, acceptedAt };
  return { batch, tip: tipAfter(row, hash) };
}
