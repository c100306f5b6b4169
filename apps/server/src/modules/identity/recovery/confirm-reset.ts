import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { clearAttempts } from '../attempts/attempts.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { forgetDevices, noteDevice } from '../login/devices.ts';
import { accountPolicy } from '../login/policies.ts';
import { mailUser } from '../mail/mail-user.ts';
import { passwordResetMail } from '../mail/password-mails.ts';
import { tellAccountNotice } from '../notices/notice-listener.ts';
import type { Origin } from '../origins/origin.ts';
import { knownAs } from '../passwords/hashing-line.ts';
import { hashPassword, refuseWeakPassword } from '../passwords/passwords.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { freezePayouts } from '../sessions/freeze-payouts.ts';
import { notMeLifeSeconds } from '../tokens/not-me-life.ts';
import { findToken, issueToken, revokeTokens, spendToken } from '../tokens/tokens.ts';
import { noteEmailProved } from '../users/require-proved.ts';
import { findUser, lockUser, type User, updateUser } from '../users/users.ts';
import { removeRecentFactors } from './remove-recent-factors.ts';
import { mailPolicy } from './request-reset.ts';

export interface NewPassword {
  readonly uid: string;
  readonly token: string;
  readonly password: string;
  readonly origin: Origin;
}

/**
 * Whose password the token of a mail sets anew. It tells nothing to whoever has no token of ours.
 *
 * @throws Problem `reset_token_invalid`.
 */
export async function ownerOfReset(
  platform: Platform,
  { uid, token }: Pick<NewPassword, 'uid' | 'token'>,
): Promise<User> {
  const db = platform.database.kysely;
  const found = await findToken(db, platform, { token, purpose: 'password_reset' });
  const user = found?.userId ? await findUser(db, found.userId) : undefined;
  if (user === undefined || user.id !== z.uuid().safeParse(uid).data || user.status === 'closed') {
    throw new Problem('reset_token_invalid');
  }
  return user;
}

/**
 * Sets a new password by the token of a mail. Everything that the old one opened ends, payouts freeze, and this device
 * is known from now on.
 *
 * @throws Problem `reset_token_invalid`, `password_breach` or `weak_password`; a password that is refused leaves the token.
 */
export async function confirmReset(
  platform: Platform,
  reset: NewPassword,
): Promise<{ readonly frozenUntil: Date; readonly device: string }> {
  const db = platform.database.kysely;
  const given = { token: reset.token, purpose: 'password_reset' } as const;
  const user = await ownerOfReset(platform, reset);
  refuseWeakPassword(reset.password, { email: user.email, names: [user.firstName, user.lastName] });
  const { id: userId } = user;
  const passwordHash = await hashPassword(reset.password, knownAs(userId));
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    if ((await spendToken(transaction, platform, given)) === undefined)
      throw new Problem('reset_token_invalid');
    await updateUser(transaction, userId, { passwordHash });
    // Whoever opened it never read this mailbox, so nothing that they set up may let them in again.
    if (user.openedUnproved) await removeRecentFactors(transaction, { userId, since: new Date(0) });
    await noteEmailProved(transaction, platform, userId);
    await activate(transaction, userId, platform.clock.now());
    await endSessions(transaction, platform, { userId, by: 'reset' });
    await revokeTokens(transaction, platform, { userId, keep: ['not_me'] });
    await forgetDevices(transaction, userId);
    await clearAttempts(transaction, platform, { policy: accountPolicy, subject: user.email });
    // Its link is used and the others are revoked: while mails rested the box would hold none that counts.
    await clearAttempts(transaction, platform, { policy: mailPolicy, subject: user.email });
    const frozenUntil = await freezePayouts(transaction, platform, userId);
    const { origin } = reset;
    // The link proved the mailbox here, which is all that the check of a new device would ask for.
    const { token: device } = await noteDevice(transaction, platform, { userId, token: undefined, origin });
    await recordSecurityEvent(transaction, { event: 'password_reset', userId, origin });
    const token = await issueToken(transaction, platform, {
      userId,
      purpose: 'not_me',
      lifeSeconds: notMeLifeSeconds,
      // Somebody may move the account to another address before this mail is read.
      data: { restore_email: user.email },
    });
    const params = { frozenUntil, token, origin, at: platform.clock.now() };
    await mailUser(transaction, platform, { user, template: passwordResetMail, params });
    await tellAccountNotice(transaction, { userId, template: 'security_password_reset' });
    return { frozenUntil, device };
  });
}

/** The link proves the mailbox, which is all that an inactive account lacks; with the first password its owner agrees to the terms that the mail names. */
async function activate(db: QueryExecutorProvider, userId: string, now: Date): Promise<void> {
  await sql`
    update users set status = 'active',
      terms_accepted_at = case when last_login_at is null then ${now} else terms_accepted_at end,
      privacy_accepted_at = case when last_login_at is null then ${now} else privacy_accepted_at end
    where id = ${userId} and status = 'inactive'
  `.execute(db);
}
