import { threadEndpoints as endpoints, reopenDays, type TicketThread } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import { refuseUnmailable, spendCaptcha, takeOfDay } from '#modules/identity/index.ts';
import { atOneMoment } from '#platform/database/at-one-moment.ts';
import { networksOf, widestOf } from '#platform/http/address-key.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireLink } from './links.ts';
import { mailboxOf } from './mailbox.ts';
import { requireReplies } from './own-tickets.ts';
import { mailVisitor, tellChanged } from './tell.ts';
import { receivedMail } from './ticket-mails.ts';
import {
  insertMessage,
  insertTicket,
  listMessages,
  requireTicket,
  type TicketRow,
  updateTicket,
} from './ticket-rows.ts';
import { stateAfterOwner } from './ticket-steps.ts';
import { ticketWrittenTo } from './written-once.ts';

/** In a day, of a visitor's network; of that for one mailbox; and the mails that this form has sent to one, whoever fills it in. */
const perNetwork = 10;
const perMailbox = 3;
const mailsPerMailbox = 3;

const seldom = { rateLimitPerMinute: 30 };
const looking = { rateLimitPerMinute: 60 };

/** What is open to whoever has no login: a ticket by a solved puzzle, and a thread by the link of a mail. */
export function addThreadRoutes(app: App, platform: Platform): void {
  const { database, clock } = platform;

  serveEndpoint(
    app,
    endpoints.open,
    async ({ body: { email, name = null, subject, category, text, captcha }, request }) => {
      refuseUnmailable(email);
      await spendCaptcha(database.kysely, platform, { captcha, action: 'support' });
      const language = requestLanguage(request.headers['accept-language']);
      return database.kysely.transaction().execute(async (transaction) => {
        await requireFew(transaction, platform, { network: widestOf(networksOf(request.ip)), email });
        const now = clock.now();
        const ticket = await insertTicket(transaction, {
          ...{ userId: null, visitorEmail: email, visitorName: name, language, subject, category },
          ...{ priority: 'medium', follows: null, about: null, now },
        });
        await insertMessage(transaction, { ticketId: ticket.id, author: 'user', authorId: null, text, now });
        // Strangers can name any mailbox: its owner gets no more mails for it, and is not kept from writing either. The answer brings a link.
        const mails = { scope: 'support:visitor:mails', subject: mailboxOf(email), perDay: mailsPerMailbox };
        if (await takeOfDay(transaction, platform, mails))
          await mailVisitor(transaction, platform, { ticket, template: receivedMail });
        await tellChanged(transaction, ticket);
        return { number: ticket.number };
      });
    },
    seldom,
  );

  serveEndpoint(
    app,
    endpoints.read,
    async ({ body: { token } }) => {
      const { ticketId: id, expiresAt } = await requireLink(database.kysely, token, clock.now());
      return atOneMoment(database.kysely, async (moment) =>
        threadOf(moment, await requireTicket(moment, { id }), expiresAt),
      );
    },
    looking,
  );

  serveEndpoint(
    app,
    endpoints.reply,
    ({ body: { token, text, client_id: clientId } }) =>
      database.kysely.transaction().execute(async (transaction) => {
        const now = clock.now();
        const { ticketId: id, expiresAt } = await requireLink(transaction, token, now);
        const ticket = await requireTicket(transaction, { id, lock: true });
        if ((await ticketWrittenTo(transaction, { ticketId: id }, { clientId, text })) !== undefined)
          return threadOf(transaction, ticket, expiresAt);
        const state = stateAfterOwner(ticket, now);
        if (state === undefined) throw new Problem('ticket_not_reopenable', { params: { days: reopenDays } });
        await requireReplies(transaction, platform, `ticket ${id}`);
        const after = await updateTicket(transaction, ticket, { change: { state }, now });
        const message = {
          ticketId: id,
          author: 'user',
          authorId: ticket.userId,
          text,
          byLink: true,
          clientId,
          now,
        } as const;
        await insertMessage(transaction, message);
        await tellChanged(transaction, after);
        return threadOf(transaction, after, expiresAt);
      }),
    seldom,
  );
}

/** @throws Problem tickets_too_many. */
async function requireFew(
  db: QueryExecutorProvider,
  platform: Platform,
  { network, email }: { network: string; email: string },
): Promise<void> {
  const counts = [
    { scope: 'support:visitor:network', subject: network, perDay: perNetwork },
    { scope: 'support:visitor:mailbox', subject: `${network} ${mailboxOf(email)}`, perDay: perMailbox },
  ];
  for (const count of counts)
    if (!(await takeOfDay(db, platform, count)))
      throw new Problem('tickets_too_many', { params: { max: count.perDay } });
}

/** What was said, and nothing of whom or about what: whoever the mail was forwarded to reads it too. */
async function threadOf(
  db: QueryExecutorProvider,
  ticket: TicketRow,
  expiresAt: Date,
): Promise<TicketThread> {
  const messages = await listMessages(db, ticket.id, { notes: false });
  return {
    ...{ number: ticket.number, subject: ticket.subject, state: ticket.state },
    changed: ticket.changedAt.toISOString(),
    expires: expiresAt.toISOString(),
    messages: messages.map(({ id, author, text, createdAt, attachments }) => ({
      ...{ id, author, text, time: createdAt.toISOString(), files: attachments.length },
    })),
  };
}
