import type { QueryExecutorProvider } from 'kysely';
import { findUser, mailUser, type User } from '#modules/identity/index.ts';
import { wantsBy } from '#platform/messages/notification-choices.ts';
import type { MailTemplate } from '#platform/messages/template.ts';
import type { Platform } from '#platform/platform.ts';
import { keepNotifications, type NewNotification } from './keep-notifications.ts';
import { kindOf } from './templates.ts';

/** A mail that says more than the notification does. */
export interface OwnMail<Params> {
  readonly template: MailTemplate<Params>;
  readonly params: Params | (() => Promise<Params>);
  /** It comes whatever was chosen: a receipt, say. */
  readonly isAlways?: boolean;
  /** Asked last of all, by whoever bounds the mails of a kind. */
  readonly mayGo?: () => Promise<boolean>;
}

/**
 * Says that something happened to a user, in the transaction in which it does. What the user chose decides by which ways they hear of it: the list, a message on
 * the page, mail, SMS and what is pushed to browsers.
 *
 * @param mail the module's own; left out, a mail has the words of the notification. `none`: a matter that is never worth one.
 * @returns false when it was told before.
 */
export async function notify<Params>(
  transaction: QueryExecutorProvider,
  platform: Platform,
  notification: NewNotification,
  mail?: OwnMail<Params> | 'none',
): Promise<boolean> {
  const isNew =
    (await keepNotifications(transaction, [notification], mail === undefined ? 'centre' : 'caller')) > 0;
  if (!isNew || mail === undefined || mail === 'none') return isNew;
  const user = await findUser(transaction, notification.userId);
  if (user && wants(user, notification, mail) && (await (mail.mayGo?.() ?? true))) {
    const { template, params } = mail;
    const given = typeof params === 'function' ? await (params as () => Promise<Params>)() : params;
    await mailUser(transaction, platform, { user, template, params: given });
  }
  return isNew;
}

/** Whoever is gone or shut out is not written to, but for receipts. */
function wants<Params>(
  { status, notifications }: User,
  { template }: NewNotification,
  { isAlways = false }: OwnMail<Params>,
): boolean {
  if (isAlways) return status !== 'closed';
  return status === 'active' && wantsBy(notifications, kindOf(template), 'mail');
}

/** The same for many at once, with mails in the words of the notifications. */
export async function notifyMany(
  transaction: QueryExecutorProvider,
  notifications: readonly NewNotification[],
): Promise<void> {
  await keepNotifications(transaction, notifications, 'centre');
}

/**
 * The same for whoever writes the mail themselves, by `wantsBy` and within bounds of their own.
 *
 * @returns false when it was told before.
 */
export async function insertNotification(
  db: QueryExecutorProvider,
  notification: NewNotification,
): Promise<boolean> {
  return (await keepNotifications(db, [notification], 'caller')) > 0;
}
