import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { ofTheHouse } from '../origins/origin.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { freezePayouts } from '../sessions/freeze-payouts.ts';
import { revokeTokens } from '../tokens/tokens.ts';
import { emailIs, foldEmail } from '../users/email-folding.ts';
import { lockUser, updateUser } from '../users/users.ts';

/** @throws Problem email_already_registered, value_invalid for the address that the account has. */
export async function requireFreeEmail(
  db: QueryExecutorProvider,
  { email, than }: { readonly email: string; readonly than: string },
): Promise<void> {
  if (foldEmail(email) === foldEmail(than))
    throw new Problem('value_invalid', { fields: { email: { code: 'value_invalid' } } });
  const { rows } = await sql`
    select from users where ${emailIs('email', email)} and status <> 'closed'
  `.execute(db);
  if (rows.length > 0) throw new Problem('email_already_registered');
}

/**
 * Moves an account to another mailbox on the word of staff. Sessions end, payouts freeze, and both mailboxes hear of it: the old one with the link that says it was
 * somebody else.
 *
 * @throws Problem account_not_found, account_has_role, email_already_registered, value_invalid.
 */
export async function moveEmail(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  const user = await lockUser(transaction, userId);
  if (!user || user.status === 'closed') throw new Problem('account_not_found');
  if (user.roles.length > 0) throw new Problem('account_has_role');
  await requireFreeEmail(transaction, { email, than: user.email });
  await updateUser(transaction, userId, { email });
  // Staff wrote it down; nobody has proved it yet.
  await sql`update users set email_verified_at = null where id = ${userId}`.execute(transaction);
  await revokeTokens(transaction, platform, { userId, keep: ['not_me'] });
  await endSessions(transaction, platform, { userId, by: 'operator' });
  const payoutsFrozenUntil = await freezePayouts(transaction, platform, userId);
  await tellOwner(transaction, platform, {
    ...{
      user,
      copyTo: email,
      origin: ofTheHouse(platform),
      notice: 'email_changed',
      sessionsEnded: true,
      payoutsFrozenUntil,
    },
  });
}
