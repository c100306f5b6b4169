import type { ExchangeEvent } from '@emporion/core';

/** What the journal keeps of a command that was refused. */
export function refusedCommand(key: string, at: Date): ExchangeEvent {
  return {
    kind: 'CommandRejected',
    sequence: 1,
    key,
    digest: 0,
    rejection: { code: 'order_no_funds' },
    acceptedAt: at.getTime(),
    booking: null,
  };
}
