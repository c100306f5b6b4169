import type { QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import { notify, notifyMany } from '#modules/notifications/index.ts';
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

/** Tells the owner that staff wrote: a user as they chose, a visitor by mail. The link of the mail opens the thread. */
export async function tellReply(
  db: QueryExecutorProvider,
  platform: Platform,
  { ticket, messageId }: { ticket: TicketRow; messageId: string },
): Promise<void> {
  const { id, number, subject, userId } = ticket;
  if (userId === null) return mailVisitor(db, platform, { ticket, template: repliedMail });
  const notification = {
    template: 'ticket_replied',
    about: `ticket:${id}`,
    ...{ userId, key: `ticket:${id}:message:${messageId}`, params: { ticket: `#${number}`, subject } },
  } as const;
  const params = async () => ({
    ...{ number, isVisitor: false, token: await issueLink(db, id, platform.clock.now()) },
  });
  await notify(db, platform, notification, { template: repliedMail, params });
}

/** Tells the owner that a ticket was closed without their doing. */
export async function tellClosed(
  db: QueryExecutorProvider,
  { id, number, subject, userId, closedAt }: TicketRow,
): Promise<void> {
  if (userId === null || closedAt === null) return;
  await notifyMany(db, [
    {
      template: 'ticket_closed',
      about: `ticket:${id}`,
      ...{
        userId,
        key: `ticket:${id}:closed:${closedAt.getTime()}`,
        params: { ticket: `#${number}`, subject },
      },
    },
  ]);
}

/** In the language in which they wrote, with a link of its own. Users are told by the centre of notifications. */
export async function mailVisitor(
  db: QueryExecutorProvider,
  { messages, clock }: Platform,
  { ticket, template }: { ticket: TicketRow; template: MailTemplate<TicketMailParams> },
): Promise<void> {
  const { id, number, visitorEmail: to, language } = ticket;
  // Erased since.
  if (to === null) return;
  const params = { number, token: await issueLink(db, id, clock.now()), isVisitor: true };
  await messages.sendMail({ to, language, template, params }, { transaction: db });
}
