import { reopenDays, type TicketState } from '@emporion/contracts/rest';
import { Problem } from '#platform/http/problem.ts';
import type { Priority, TicketRow } from './ticket-rows.ts';

type Standing = Pick<TicketRow, 'state' | 'assignee' | 'closedAt'>;

const reopenMs = reopenDays * 86_400_000;

/** Where a ticket waits for us: with whoever has it, or in the queue. */
export const waitingState = ({ assignee }: Pick<TicketRow, 'assignee'>): TicketState =>
  assignee === null ? 'open' : 'in_progress';

/** What becomes of a ticket in which its owner writes. Undefined: it was closed too long ago, and a new one follows it. */
export function stateAfterOwner(ticket: Standing, now: Date): TicketState | undefined {
  if (ticket.closedAt !== null && now.getTime() - ticket.closedAt.getTime() > reopenMs) return undefined;
  return waitingState(ticket);
}

/** Whether its owner can have it go on. */
export function isReopenable(ticket: Standing, now: Date): boolean {
  if (ticket.state === 'resolved') return true;
  return ticket.state === 'closed' && stateAfterOwner(ticket, now) !== undefined;
}

/** @throws Problem ticket_closed. */
export function requireOpen({ state }: Standing): void {
  if (state === 'closed') throw new Problem('ticket_closed');
}

/** @throws Problem ticket_not_reopenable. Staff may at any time. */
export function requireReopenable(ticket: Standing, { by, now }: { by: 'owner' | 'staff'; now: Date }): void {
  const isOver = ticket.state === 'resolved' || ticket.state === 'closed';
  if (by === 'staff' ? !isOver : !isReopenable(ticket, now))
    throw new Problem('ticket_not_reopenable', { params: { days: reopenDays } });
}

const moreUrgent: Readonly<Record<Priority, Priority>> = {
  ...{ low: 'medium', medium: 'high', high: 'urgent', urgent: 'urgent' },
};

export const escalated = (priority: Priority): Priority => moreUrgent[priority];
