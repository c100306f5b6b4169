import type { Attachment, Ticket, TicketState } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { About } from './about.ts';

export type Category = Ticket['category'];
export type Priority = Ticket['priority'];

export interface TicketRow {
  readonly id: string;
  readonly number: number;
  /** Null: a visitor's. */
  readonly userId: string | null;
  readonly visitorEmail: string | null;
  readonly visitorName: string | null;
  readonly language: Language;
  readonly subject: string;
  readonly category: Category;
  readonly priority: Priority;
  /** As its owner called it. */
  readonly askedPriority: Priority;
  readonly state: TicketState;
  readonly assignee: string | null;
  readonly escalatedAt: Date | null;
  readonly follows: string | null;
  readonly aboutKind: About['kind'] | null;
  readonly aboutId: string | null;
  readonly aboutFacts: About['facts'] | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly waitingSince: Date | null;
  readonly closedAt: Date | null;
}

export const ticketColumns = sql`
  ticket.id, ticket.number::float8 as number, ticket.user_id as "userId", ticket.visitor_email as "visitorEmail",
  ticket.visitor_name as "visitorName", ticket.language, ticket.subject, ticket.category, ticket.priority, ticket.asked_priority as "askedPriority", ticket.state, ticket.assignee,
  ticket.escalated_at as "escalatedAt", ticket.follows, ticket.about_kind as "aboutKind", ticket.about_id as "aboutId",
  ticket.about_facts as "aboutFacts", ticket.created_at as "createdAt", ticket.changed_at as "changedAt",
  ticket.waiting_since as "waitingSince", ticket.closed_at as "closedAt"
`;

export interface NewTicket
  extends Pick<
    TicketRow,
    'userId' | 'visitorEmail' | 'visitorName' | 'language' | 'subject' | 'category' | 'priority' | 'follows'
  > {
  readonly about: About | null;
  readonly now: Date;
}

export async function insertTicket(db: QueryExecutorProvider, ticket: NewTicket): Promise<TicketRow> {
  const { userId, visitorEmail, visitorName, language, subject, category, priority, follows, about, now } =
    ticket;
  const { rows } = await sql<TicketRow>`
    insert into support_tickets as ticket (
      user_id, visitor_email, visitor_name, language, subject, category, priority, asked_priority, follows, about_kind, about_id, about_facts,
      created_at, changed_at, waiting_since
    ) values (
      ${userId}, ${visitorEmail}, ${visitorName}, ${language}, ${subject}, ${category}, ${priority}, ${priority}, ${follows}, ${about?.kind ?? null},
      ${about?.id ?? null}, ${about ? JSON.stringify(about.facts) : null}::jsonb, ${now}, ${now}, ${now}
    ) returning ${ticketColumns}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A ticket was not kept.');
  return row;
}

/** @throws Problem ticket_not_found. With a user, also for what is not theirs. */
export async function requireTicket(
  db: QueryExecutorProvider,
  { id, userId, lock = false }: { id: string; userId?: string; lock?: boolean },
): Promise<TicketRow> {
  const { rows } = await sql<TicketRow>`
    select ${ticketColumns} from support_tickets ticket
    where ticket.id = ${id} ${userId === undefined ? sql`` : sql`and user_id = ${userId}`} ${lock ? sql`for update` : sql``}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Problem('ticket_not_found');
  return row;
}

export async function listOwn(
  db: QueryExecutorProvider,
  {
    userId,
    state,
    after,
    limit,
  }: {
    userId: string;
    state: TicketState | undefined;
    after: { at: Date; id: string } | undefined;
    limit: number;
  },
): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select ${ticketColumns} from support_tickets ticket
    where user_id = ${userId} ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${after === undefined ? sql`` : sql`and (changed_at, ticket.id) < (${after.at}, ${after.id}::uuid)`}
    order by changed_at desc, ticket.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export interface TicketChange {
  readonly state?: TicketState;
  readonly assignee?: string | null;
  readonly category?: Category;
  readonly priority?: Priority;
  readonly escalatedAt?: Date;
  /** Since when its owner waits, where that is not from now on. */
  readonly waitingSince?: Date;
}

/** Changes a ticket that is locked. Since when its owner waits follows from its state: it begins when they write, and ends with our answer. */
export async function updateTicket(
  db: QueryExecutorProvider,
  ticket: TicketRow,
  { change, now }: { change: TicketChange; now: Date },
): Promise<TicketRow> {
  const next = { ...ticket, ...change };
  const waits = next.state === 'open' || next.state === 'in_progress';
  const isSeen = change.state !== undefined;
  const { rows } = await sql<TicketRow>`
    update support_tickets as ticket set
      state = ${next.state}, assignee = ${next.assignee}, category = ${next.category}, priority = ${next.priority},
      escalated_at = ${next.escalatedAt}, changed_at = ${isSeen ? now : ticket.changedAt},
      waiting_since = ${waits ? (next.waitingSince ?? now) : null},
      closed_at = ${next.state === 'closed' ? (ticket.closedAt ?? now) : null}
    where id = ${ticket.id} returning ${ticketColumns}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A ticket that was locked is gone.');
  return row;
}

export interface MessageRow {
  readonly id: string;
  readonly author: 'user' | 'staff';
  readonly authorId: string | null;
  readonly authorName: string | null;
  readonly internal: boolean;
  readonly byLink: boolean;
  readonly text: string;
  readonly createdAt: Date;
  readonly attachments: readonly Attachment[];
}

export interface NewMessage extends Pick<MessageRow, 'author' | 'authorId' | 'text'> {
  readonly ticketId: string;
  readonly internal?: boolean;
  readonly byLink?: boolean;
  /** What its sender calls it. */
  readonly clientId?: string | undefined;
  readonly now: Date;
}

/** Answers with its id. */
export async function insertMessage(
  db: QueryExecutorProvider,
  { ticketId, author, authorId, text, internal = false, byLink = false, clientId, now }: NewMessage,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into support_messages (ticket_id, author, author_id, internal, by_link, text, client_id, created_at)
    values (${ticketId}, ${author}, ${authorId}, ${internal}, ${byLink}, ${text}, ${clientId ?? null}, ${now}) returning id::text as id
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A message of a ticket was not kept.');
  return row.id;
}

/** When its owner last wrote. */
export async function lastWritten(db: QueryExecutorProvider, ticket: TicketRow): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from support_messages where ticket_id = ${ticket.id} and author = 'user'
  `.execute(db);
  return rows[0]?.at ?? ticket.createdAt;
}

/** Nobody reads more of one ticket at once; the newest are shown. */
const messagesMax = 500;

/** `notes`: whether those that staff write for each other come too. Nobody but the desk says yes. */
export async function listMessages(
  db: QueryExecutorProvider,
  ticketId: string,
  { notes }: { notes: boolean },
): Promise<MessageRow[]> {
  const shown: RawBuilder<unknown> = notes ? sql`true` : sql`not internal`;
  const { rows } = await sql<MessageRow>`
    select message.id::text as id, author, author_id as "authorId", users.username as "authorName", internal, by_link as "byLink", text,
      message.created_at as "createdAt",
      coalesce((
        select json_agg(json_build_object('id', file.id, 'name', file.name, 'kind', file.kind, 'bytes', file.bytes, 'removed', file.removed_at is not null) order by file.created_at, file.id)
        from support_attachments file where file.message_id = message.id
      ), '[]') as attachments
    from support_messages message left join users on users.id = author_id
    where ticket_id = ${ticketId} and ${shown}
    order by message.id desc limit ${messagesMax}
  `.execute(db);
  return rows.reverse();
}
