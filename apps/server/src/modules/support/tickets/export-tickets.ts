import { type QueryExecutorProvider, sql } from 'kysely';
import { type TicketRow, ticketColumns } from './ticket-rows.ts';
import { listedTicket } from './ticket-wire.ts';

const ticketsMax = 1_000;
/** Of all tickets together, the newest: each has up to 8,000 characters. */
const messagesMax = 5_000;

interface Said {
  readonly ticket: string;
  readonly author: 'user' | 'staff';
  readonly text: string;
  readonly at: Date;
  readonly attachments: readonly { name: string; kind: string; bytes: number; removed: boolean }[];
}

/** For the export of one's own data: tickets with what was said in them, the newest first, and what attachments are called. Notes of staff are not their owner's. */
export async function exportTickets(db: QueryExecutorProvider, userId: string) {
  const { rows: tickets } = await sql<TicketRow>`
    select ${ticketColumns} from support_tickets ticket where user_id = ${userId} order by number desc limit ${ticketsMax}
  `.execute(db);
  const { rows: said } = await sql<Said>`
    select ticket_id as ticket, author, text, message.created_at as at,
      coalesce((
        select json_agg(json_build_object('name', file.name, 'kind', file.kind, 'bytes', file.bytes, 'removed', file.removed_at is not null) order by file.created_at, file.id)
        from support_attachments file where file.message_id = message.id
      ), '[]') as attachments
    from support_messages message
    where ticket_id = any (${tickets.map(({ id }) => id)}::uuid[]) and not internal order by message.id desc limit ${messagesMax}
  `.execute(db);
  const messages = new Map<string, Said[]>(tickets.map(({ id }) => [id, []]));
  for (const each of said) messages.get(each.ticket)?.push(each);
  return tickets.map((ticket) => ({
    ...listedTicket(ticket),
    messages: (messages.get(ticket.id) ?? [])
      .toReversed()
      .map(({ author, text, at, attachments }) => ({ author, text, time: at.toISOString(), attachments })),
  }));
}
