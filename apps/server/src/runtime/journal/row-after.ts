import type { ExchangeEvent } from '@emporion/core';
import { type BatchFigures, hashOfBatch } from './chain.ts';
import { payloadOf } from './codec.ts';
import type { JournalRow, Tip } from './tip.ts';

/** What one command adds to the journal; one without events adds nothing. */
export interface Addition {
  readonly events: readonly ExchangeEvent[];
  /** The events, encoded. */
  readonly text: string;
  readonly acceptedAt: number;
}

/** The row of the journal for a batch that follows the tip. */
export function rowAfter(tip: Tip, batch: readonly Addition[]): { row: JournalRow; events: ExchangeEvent[] } {
  const writers = batch.filter(({ events }) => events.length > 0);
  const events = writers.flatMap((addition) => addition.events);
  const figures: BatchFigures = {
    number: tip.batch + 1,
    firstSequence: tip.sequence + 1,
    // Every command has one sequence number, and one text.
    lastSequence: tip.sequence + writers.length,
    firstEvent: tip.event + 1,
    eventCount: events.length,
    acceptedAt: writers.at(-1)?.acceptedAt ?? tip.acceptedAt,
  };
  const payload = payloadOf(writers.map(({ text }) => text));
  return { row: { ...figures, payload, hash: hashOfBatch(tip.hash, figures, payload) }, events };
}
