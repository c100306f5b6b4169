import { ticketDeskEndpoints as endpoints } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { takeAttachments } from '../attachments/attachment-rows.ts';
import { tellClosed, tellReply } from '../tickets/tell.ts';
import { insertMessage, lastWritten, type TicketRow, updateTicket } from '../tickets/ticket-rows.ts';
import { escalated, requireOpen, requireReopenable, waitingState } from '../tickets/ticket-steps.ts';
import { isWritten } from '../tickets/written-once.ts';
import { actOnTicket } from './act.ts';
import { listAgents, requireAgent } from './agents.ts';
import { countDesk, deskListed, listDesk } from './desk-rows.ts';
import { deskTicket } from './desk-ticket.ts';

export function addDeskRoutes(app: App, platform: Platform): void {
  const db = platform.database.kysely;

  serveEndpoint(app, endpoints.list, async ({ query: { limit, cursor, ...filter }, caller }) => {
    const callerId = caller.userId;
    const [{ rows, next }, count] = await Promise.all([
      listDesk(db, { filter, callerId, limit, cursor }),
      cursor === undefined ? countDesk(db, { filter, callerId }) : null,
    ]);
    return { results: rows.map(deskListed), next, count };
  });
  serveEndpoint(app, endpoints.agents, async () => ({ results: await listAgents(db) }));
  serveEndpoint(app, endpoints.read, ({ params: { id }, caller }) => deskTicket(db, id, caller));

  addWritingRoutes(app, platform);
  addMovingRoutes(app, platform);
}

function addWritingRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, endpoints.reply, (call) => {
    const { text, attachments = [], resolved, client_id: clientId } = call.body;
    const { userId: authorId } = call.caller;
    return actOnTicket(platform, call, async (transaction, ticket, now) => {
      if (await isWritten(transaction, ticket, { authorId, clientId, text }))
        // Sent again because no answer came, and this time it is to be the end.
        return resolved && ticket.state === 'pending' ? resolve(transaction, ticket, now) : undefined;
      requireOpen(ticket);
      const message = { ticketId: ticket.id, author: 'staff', authorId, text, clientId, now } as const;
      const messageId = await insertMessage(transaction, message);
      await takeAttachments(transaction, { ids: attachments, uploaderId: authorId, messageId });
      // Whoever answers first has it, unless somebody had it already.
      const change = {
        state: resolved ? 'resolved' : 'pending',
        assignee: ticket.assignee ?? authorId,
      } as const;
      const after = await updateTicket(transaction, ticket, { change, now });
      await tellReply(transaction, platform, { ticket: after, messageId });
      const told = { message: messageId, attachments: attachments.length };
      return {
        action: 'ticket_answered',
        before: { state: ticket.state },
        after: { state: after.state, ...told },
      };
    });
  });

  serveEndpoint(app, endpoints.note, (call) =>
    actOnTicket(platform, call, async (transaction, ticket, now) => {
      const { userId: authorId } = call.caller;
      const { text, client_id: clientId } = call.body;
      if (await isWritten(transaction, ticket, { authorId, clientId, text })) return undefined;
      const messageId = await insertMessage(transaction, {
        ...{ ticketId: ticket.id, author: 'staff', authorId, text, clientId, internal: true, now },
      });
      return { action: 'ticket_noted', after: { message: messageId } };
    }),
  );
}

async function resolve(transaction: QueryExecutorProvider, ticket: TicketRow, now: Date) {
  await updateTicket(transaction, ticket, { change: { state: 'resolved' }, now });
  return {
    action: 'ticket_answered' as const,
    before: { state: ticket.state },
    after: { state: 'resolved' },
  };
}

function addMovingRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, endpoints.assign, (call) =>
    actOnTicket(platform, call, async (transaction, ticket, now) => {
      requireOpen(ticket);
      const { assignee } = call.body;
      if (assignee !== null) await requireAgent(transaction, assignee);
      const waits = ticket.state === 'open' || ticket.state === 'in_progress';
      const state = waits ? waitingState({ assignee }) : ticket.state;
      // That it went from one to another is nothing that its owner sees.
      const change = { assignee, ...(state !== ticket.state && { state }) };
      const after = await updateTicket(transaction, ticket, { change, now });
      return {
        action: 'ticket_assigned',
        before: { assignee: ticket.assignee, state: ticket.state },
        after: { assignee, state: after.state },
      };
    }),
  );

  serveEndpoint(app, endpoints.triage, (call) =>
    actOnTicket(platform, call, async (transaction, ticket, now) => {
      requireOpen(ticket);
      const { category, priority } = call.body;
      await updateTicket(transaction, ticket, { change: { category, priority }, now });
      return {
        action: 'ticket_triaged',
        before: { category: ticket.category, priority: ticket.priority },
        after: { category, priority },
      };
    }),
  );

  serveEndpoint(app, endpoints.escalate, (call) =>
    actOnTicket(platform, call, async (transaction, ticket, now) => {
      requireOpen(ticket);
      if (ticket.escalatedAt !== null) throw new Problem('ticket_escalated');
      const priority = escalated(ticket.priority);
      // Its owner waits since they wrote, also where they were told meanwhile that somebody is looking.
      const waitingSince = ticket.waitingSince ?? (await lastWritten(transaction, ticket));
      const isSeen = ticket.state !== 'open';
      const change = {
        ...{ assignee: null, priority, escalatedAt: now, waitingSince },
        ...(isSeen && { state: 'open' as const }),
      };
      await updateTicket(transaction, ticket, { change, now });
      // Whoever takes it up reads why, in the thread.
      await insertMessage(transaction, {
        ...{ ticketId: ticket.id, author: 'staff', authorId: call.caller.userId, internal: true, now },
        text: `Escalated: ${call.body.reason}`,
      });
      return {
        ...{ action: 'ticket_escalated', reason: call.body.reason },
        before: { priority: ticket.priority, assignee: ticket.assignee, state: ticket.state },
        after: { priority, assignee: null, state: 'open' },
      };
    }),
  );

  serveEndpoint(app, endpoints.close, (call) =>
    actOnTicket(platform, call, async (transaction, ticket, now) => {
      requireOpen(ticket);
      const after = await updateTicket(transaction, ticket, { change: { state: 'closed' }, now });
      await tellClosed(transaction, after);
      return { action: 'ticket_closed', before: { state: ticket.state }, after: { state: after.state } };
    }),
  );

  serveEndpoint(app, endpoints.reopen, (call) =>
    actOnTicket(platform, call, async (transaction, ticket, now) => {
      requireReopenable(ticket, { by: 'staff', now });
      const state = waitingState(ticket);
      await updateTicket(transaction, ticket, { change: { state }, now });
      return { action: 'ticket_reopened', before: { state: ticket.state }, after: { state } };
    }),
  );
}
