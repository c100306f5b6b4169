import type { Ticket } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import { requireUser, takeOfDay } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { takeAttachments } from '../attachments/attachment-rows.ts';
import { type About, aboutOf } from './about.ts';
import { tellChanged } from './tell.ts';
import {
  type Category,
  insertMessage,
  insertTicket,
  type NewTicket,
  type Priority,
  requireTicket,
  type TicketRow,
  updateTicket,
} from './ticket-rows.ts';
import { requireOpen, requireReopenable, stateAfterOwner, waitingState } from './ticket-steps.ts';
import { ticketWrittenTo } from './written-once.ts';

const ticketsPerDay = 10;
const repliesPerDay = 100;

export interface Written {
  readonly userId: string;
  readonly text: string;
  readonly attachments: readonly string[];
  readonly clientId?: string | undefined;
}

/** @throws Problem tickets_too_many, attachments_too_many, attachment_not_found, client_id_reused, and not_found for what it is about. */
export async function openTicket(
  platform: Platform,
  {
    about: asked,
    ...written
  }: Written & {
    readonly subject: string;
    readonly category: Category;
    readonly priority: Priority;
    readonly about: Pick<About, 'kind' | 'id'> | undefined;
  },
): Promise<TicketRow> {
  const about = asked ? await aboutOf(platform, { ...asked, userId: written.userId }) : null;
  const { subject, category, priority, userId } = written;
  return platform.database.kysely.transaction().execute(async (transaction) => {
    await requireUser(transaction, userId);
    const id = await ticketWrittenTo(transaction, { authorId: userId }, written);
    if (id !== undefined) return requireTicket(transaction, { id, userId });
    return begin(transaction, platform, { written, subject, category, priority, about, follows: null });
  });
}

/** A ticket with its first message. The owner's row is locked, so that many calls at once are counted one by one. */
async function begin(
  transaction: QueryExecutorProvider,
  platform: Platform,
  {
    written,
    ...given
  }: { written: Written } & Pick<NewTicket, 'subject' | 'category' | 'priority' | 'about' | 'follows'>,
): Promise<TicketRow> {
  const { userId } = written;
  const { language } = await requireUser(transaction, userId);
  const counted = { scope: 'support:tickets', subject: userId, perDay: ticketsPerDay };
  if (!(await takeOfDay(transaction, platform, counted)))
    throw new Problem('tickets_too_many', { params: { max: ticketsPerDay } });
  const now = platform.clock.now();
  const visitor = { visitorEmail: null, visitorName: null };
  const ticket = await insertTicket(transaction, { ...given, ...visitor, userId, language, now });
  await write(transaction, { ticket, written, now });
  return ticket;
}

async function write(
  transaction: QueryExecutorProvider,
  { ticket, written, now }: { ticket: TicketRow; written: Written; now: Date },
): Promise<void> {
  const { userId, text, attachments, clientId } = written;
  const message = { ticketId: ticket.id, author: 'user', authorId: userId, text, clientId, now } as const;
  const messageId = await insertMessage(transaction, message);
  await takeAttachments(transaction, { ids: attachments, uploaderId: userId, messageId });
  await tellChanged(transaction, ticket);
}

/**
 * Writes in one's own ticket. One that is resolved or was closed lately goes on; one that was closed long ago is followed by a new one, which is answered with.
 *
 * @throws Problem ticket_not_found, attachment_not_found, replies_too_many, tickets_too_many, attachments_too_many, client_id_reused.
 */
export async function replyToTicket(platform: Platform, id: string, written: Written): Promise<TicketRow> {
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const { userId, clientId } = written;
    // Before the ticket, always: whoever erases a person takes them in this order too.
    await requireUser(transaction, userId);
    const ticket = await requireTicket(transaction, { id, userId, lock: true });
    const before = await ticketWrittenTo(transaction, { authorId: userId }, written);
    if (before !== undefined) {
      const first = await requireTicket(transaction, { id: before, userId });
      if (first.id !== id && first.follows !== id)
        throw new Problem('client_id_reused', { params: { id: clientId ?? '' } });
      return first;
    }
    const now = platform.clock.now();
    const state = stateAfterOwner(ticket, now);
    if (state === undefined) {
      const { subject, category, askedPriority: priority } = ticket;
      return begin(transaction, platform, { written, subject, category, priority, about: null, follows: id });
    }
    await requireReplies(transaction, platform, userId);
    const after = await updateTicket(transaction, ticket, { change: { state }, now });
    await write(transaction, { ticket: after, written, now });
    return after;
  });
}

/** @throws Problem replies_too_many. */
export async function requireReplies(
  db: QueryExecutorProvider,
  platform: Platform,
  subject: string,
): Promise<void> {
  const counted = { scope: 'support:replies', subject, perDay: repliesPerDay };
  if (!(await takeOfDay(db, platform, counted)))
    throw new Problem('replies_too_many', { params: { max: repliesPerDay } });
}

/** @throws Problem ticket_not_found, ticket_closed, ticket_not_reopenable. */
export async function moveOwnTicket(
  platform: Platform,
  { id, userId, step }: { id: string; userId: string; step: 'close' | 'reopen' },
): Promise<TicketRow> {
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const ticket = await requireTicket(transaction, { id, userId, lock: true });
    const now = platform.clock.now();
    if (step === 'close') requireOpen(ticket);
    else requireReopenable(ticket, { by: 'owner', now });
    const state: Ticket['state'] = step === 'close' ? 'closed' : waitingState(ticket);
    const after = await updateTicket(transaction, ticket, { change: { state }, now });
    await tellChanged(transaction, after);
    return after;
  });
}
