import { createHash } from 'node:crypto';
import type { ExchangeLimits } from '@emporion/core';

/** A row of the journal without its payload and hash. */
export interface BatchFigures {
  readonly number: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly firstEvent: number;
  readonly eventCount: number;
  readonly acceptedAt: number;
}

/** The hash of a batch stands for it and for all batches before it. */
export function hashOfBatch(previous: Uint8Array, figures: BatchFigures, payload: Uint8Array): Buffer {
  const { number, firstSequence, lastSequence, firstEvent, eventCount, acceptedAt } = figures;
  const head = Buffer.alloc(48);
  [number, firstSequence, lastSequence, firstEvent, eventCount, acceptedAt].forEach((figure, index) => {
    head.writeBigInt64BE(BigInt(figure), index * 8);
  });
  return createHash('sha256').update(previous).update(head).update(payload).digest();
}

/** The chain begins with what the exchange was created with. */
export function hashOfOrigin(limits: string): Buffer {
  return createHash('sha256').update('emporion journal 1\n').update(limits).digest();
}

/** Always the same text for the same limits. */
export function textOfLimits(limits: ExchangeLimits): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(limits).sort(([left], [right]) => (left < right ? -1 : 1))),
  );
}
