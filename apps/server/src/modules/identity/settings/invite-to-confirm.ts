import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { emailChangeMail, emailTakenMail } from '../mail/email-change.ts';
import { mailUser } from '../mail/mail-user.ts';
import { takeStrangersMail } from '../mail/stranger-mail.ts';
import { issueToken } from '../tokens/tokens.ts';
import { findUserByEmail, type User } from '../users/users.ts';

const lifeSeconds = 3_600;

/**
 * Writes to the new address. Whether somebody has an account there is told only to whoever reads its mail: the one who
 * asked is answered the same, and one mail goes out either way, until the address has had enough of them.
 */
export async function inviteToConfirm(
  db: QueryExecutorProvider,
  platform: Platform,
  { user, email }: { user: User; email: string },
): Promise<void> {
  const mail = { kind: 'email_change', email, requester: user.id } as const;
  if ((await takeStrangersMail(db, platform, mail)) > 0) return;
  const holder = await findUserByEmail(db, email);
  if (holder) return mailUser(db, platform, { user: holder, template: emailTakenMail, params: {} });
  const data = { email, from: user.email };
  const token = await issueToken(db, platform, {
    userId: user.id,
    purpose: 'email_change',
    lifeSeconds,
    data,
  });
  // The phrase stays out of it: an address with a slip in it may be a stranger's.
  await platform.messages.sendMail(
    { to: email, language: user.language, template: emailChangeMail, params: { token } },
    { transaction: db },
  );
}
