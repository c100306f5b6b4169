import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { QueryExecutorProvider } from 'kysely';
import { recordStaffAction, type StaffAction } from '#modules/audit/index.ts';
import { isSamePerson, originOf } from '#modules/identity/index.ts';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { tellChanged } from '../tickets/tell.ts';
import { requireTicket, type TicketRow } from '../tickets/ticket-rows.ts';
import { listedTicket } from '../tickets/ticket-wire.ts';
import { deskTicket } from './desk-ticket.ts';

export interface DeskCall {
  readonly params: { readonly id: string };
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

type Done = Pick<StaffAction, 'action' | 'before' | 'after'> & {
  readonly reason?: string;
};

/**
 * Does something to a ticket, and writes it into the audit log, in one transaction; what was written in the ticket is not in the log. Then every page that shows
 * the ticket is told. `act` answers undefined where there was nothing to do.
 *
 * @throws Problem ticket_not_found; own_account for a ticket of one's own.
 */
export async function actOnTicket(
  platform: Platform,
  { params: { id }, caller, request }: DeskCall,
  act: (transaction: QueryExecutorProvider, ticket: TicketRow, now: Date) => Promise<Done | undefined>,
) {
  const db = platform.database.kysely;
  const origin = originOf(request);
  await db.transaction().execute(async (transaction) => {
    const ticket = await requireTicket(transaction, { id, lock: true });
    const { userId } = ticket;
    if (await isSamePerson(transaction, { userId: caller.userId, others: [userId] }))
      throw new Problem('own_account');
    const done = await act(transaction, ticket, platform.clock.now());
    if (done === undefined) return;
    const { action, before, after, reason = null } = done;
    // The owner is told of what they see: not of a note, nor of who has the ticket or how urgent we take it to be.
    const now = await requireTicket(transaction, { id });
    const desk = isDeepStrictEqual(listedTicket(ticket), listedTicket(now));
    await tellChanged(transaction, ticket, { desk });
    await recordStaffAction(transaction, platform, {
      ...{ action, actorId: caller.userId, origin, reason, before, after, object: `ticket:${id}` },
      ...(userId !== null && { subjectId: userId }),
    });
  });
  return deskTicket(db, id, caller);
}
