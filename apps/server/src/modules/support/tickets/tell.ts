import type { QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import { findUser, mailUser } from '#modules/identity/index.ts';
import { insertNotification } from '#modules/notifications/index.ts';
import type { App } from '#platform/http/app.ts';
import type { MailTemplate } from '#platform/messages/template.ts';
import type { Platform } from '#platform/platform.ts';
import { listenFor, signal } from '#platform/signals/signals.ts';
import { issueLink } from './links.ts';
import { repliedMail, type TicketMailParams } from './ticket-mails.ts';
import type { TicketRow } from './ticket-rows.ts';

const Changed = z.object({ id: z.string(), userId: z.string().nullable(), desk: z.boolean() });

/** Has every page that shows the ticket ask for it again, once the transaction is committed. `desk`: only staff see what changed. */
export async function tellChanged(
  db: QueryExecutorProvider,
  { id, userId }: Pick<TicketRow, 'id' | 'userId'>,
  { desk = false }: { desk?: boolean } = {},
): Promise<void> {
  await signal(db, 'ticket_changed', { id, userId, desk } satisfies z.infer<typeof Changed>);
}

/** Brings what `tellChanged` tells to the sockets of this process. */
export function showChanges(app: App, platform: Platform): void {
  listenFor(app, platform, 'ticket_changed', {
    heard: (payload) => {
      const { id, userId, desk } = Changed.parse(payload);
      if (!app.hasDecorator('realtime')) return;
      app.realtime.sendToStaff('tickets.view', { kind: 'ticket', id });
      if (userId !== null && !desk) app.realtime.sendToUser(userId, 'trading', { kind: 'ticket', id });
    },
  });
}

/** Tells the owner that staff wrote, in the product and by a mail whose link opens the thread. */
export async function tellReply(
  db: QueryExecutorProvider,
  platform: Platform,
  { ticket, messageId }: { ticket: TicketRow; messageId: string },
): Promise<void> {
  if (ticket.userId !== null)
    await insertNotification(db, {
      ...{
        userId: ticket.userId,
        template: 'ticket_replied',
        key: `ticket:${ticket.id}:message:${messageId}`,
      },
      params: { ticket: `#${ticket.number}`, subject: ticket.subject },
    });
  await mailOwner(db, platform, { ticket, template: repliedMail });
}

/** Tells the owner that a ticket was closed without their doing. */
export async function tellClosed(db: QueryExecutorProvider, ticket: TicketRow): Promise<void> {
  if (ticket.userId === null || ticket.closedAt === null) return;
  await insertNotification(db, {
    ...{
      userId: ticket.userId,
      template: 'ticket_closed',
      key: `ticket:${ticket.id}:closed:${ticket.closedAt.getTime()}`,
    },
    params: { ticket: `#${ticket.number}`, subject: ticket.subject },
  });
}

/** In the owner's language, with a link of its own. */
export async function mailOwner(
  db: QueryExecutorProvider,
  platform: Platform,
  { ticket, template }: { ticket: TicketRow; template: MailTemplate<TicketMailParams> },
): Promise<void> {
  const { id, number, userId, visitorEmail, language } = ticket;
  const user = userId === null ? undefined : await findUser(db, userId);
  if (userId !== null && (user === undefined || user.status === 'closed')) return;
  const token = await issueLink(db, id, platform.clock.now());
  const params = { number, token, isVisitor: user === undefined };
  if (user) await mailUser(db, platform, { user, template, params });
  else if (visitorEmail !== null)
    await platform.messages.sendMail({ to: visitorEmail, language, template, params }, { transaction: db });
}
