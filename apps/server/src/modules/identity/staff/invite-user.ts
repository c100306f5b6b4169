import { randomBytes } from 'node:crypto';
import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { mailUser } from '../mail/mail-user.ts';
import { invitationMail } from '../mail/password-mails.ts';
import { issueToken, revokeTokensFor } from '../tokens/tokens.ts';
import { createUser } from '../users/create-user.ts';
import { tellUserCreated } from '../users/user-created.ts';
import { findUser, type User } from '../users/users.ts';

const lifeHours = 72;

export interface InvitedUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly birthday: string;
  readonly phone: string | null;
  readonly language: Language;
}

/**
 * Opens an account that nobody can enter yet: its owner chooses the password by the link of a mail, which proves the mailbox. Answers its id.
 *
 * @throws Problem email_already_registered.
 */
export async function inviteUser(
  transaction: QueryExecutorProvider,
  platform: Platform,
  invited: InvitedUser,
): Promise<string> {
  const now = platform.clock.now();
  // No password has this hash.
  const passwordHash = `none:${randomBytes(16).toString('hex')}`;
  const userId = await createUser(transaction, { ...invited, passwordHash, acceptedAt: now, createdAt: now });
  if (userId === undefined) throw new Problem('email_already_registered');
  await sql`update users set status = 'inactive' where id = ${userId}`.execute(transaction);
  await tellUserCreated(transaction, platform, userId);
  const user = await findUser(transaction, userId);
  if (user) await sendInvitation(transaction, platform, user);
  return userId;
}

/** The newest link is the only one that counts. */
export async function sendInvitation(
  transaction: QueryExecutorProvider,
  platform: Platform,
  user: User,
): Promise<void> {
  const { id: userId, firstName: name } = user;
  await revokeTokensFor(transaction, platform, { userId, purpose: 'password_reset' });
  const token = await issueToken(transaction, platform, {
    ...{ userId, purpose: 'password_reset', lifeSeconds: lifeHours * 3_600 },
  });
  await mailUser(transaction, platform, {
    ...{ user, template: invitationMail, params: { userId, token, name, hours: lifeHours } },
  });
}
