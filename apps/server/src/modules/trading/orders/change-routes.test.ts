import type { CloseReason, ExchangeEvent } from '@emporion/core';
import { expect, it } from 'vitest';
import { countCancelled } from './change-routes.ts';

const closed = (orderId: number, reason: CloseReason): ExchangeEvent => ({
  kind: 'OrderClosed',
  orderId,
  reason,
  remaining: 1,
  postings: [],
});

it('counts the orders that the caller cancelled, and nothing that the command did to others', () => {
  const own = new Set([1, 2, 3, 4]);
  const events: ExchangeEvent[] = [
    closed(1, 'cancelled'),
    closed(2, 'linked'),
    // A cascade that the same command went on with.
    closed(3, 'self_trade'),
    closed(8, 'cancelled'),
    closed(9, 'unfilled'),
  ];
  expect(countCancelled(events, (id) => own.has(id))).toBe(2);
});
