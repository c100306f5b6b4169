import type { ListedTicket, Ticket } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import { listMessages, type TicketRow } from './ticket-rows.ts';
import { isReopenable } from './ticket-steps.ts';

/** As its owner sees it: as urgent as they called it. */
export function listedTicket(row: TicketRow): ListedTicket {
  const { id, number, subject, category, askedPriority: priority, state, createdAt, changedAt } = row;
  return {
    ...{ id, number, subject, category, priority, state },
    created: createdAt.toISOString(),
    changed: changedAt.toISOString(),
  };
}

export function aboutOnWire({ aboutKind, aboutId, aboutFacts }: TicketRow): Ticket['about'] {
  if (aboutKind === null || aboutId === null) return null;
  return { kind: aboutKind, id: aboutId, facts: { ...aboutFacts } };
}

/** As its owner reads it: without notes, and staff have no names. */
export async function ticketOnWire(db: QueryExecutorProvider, row: TicketRow, now: Date): Promise<Ticket> {
  const messages = await listMessages(db, row.id, { notes: false });
  return {
    ...listedTicket(row),
    about: aboutOnWire(row),
    follows: row.follows,
    reopenable: isReopenable(row, now),
    messages: messages.map(({ id, author, text, createdAt, attachments }) => ({
      ...{ id, author, text, time: createdAt.toISOString(), attachments: [...attachments] },
    })),
  };
}
