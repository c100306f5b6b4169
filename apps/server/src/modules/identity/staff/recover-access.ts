import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { announceSessions, endSessions } from '../sessions/end-sessions.ts';
import { revokeTokens } from '../tokens/tokens.ts';
import { updateUser } from '../users/users.ts';
import { requireFreeEmail } from './move-email.ts';
import { removeFactors } from './reset-factors.ts';

type Needs = Pick<Platform, 'clock' | 'database'>;

/** Takes all ways to log in off an account that is recovered: sessions, factors, mailed links and the password, which `passwordHash` replaces. */
export async function removeAccess(
  transaction: QueryExecutorProvider,
  platform: Needs,
  { userId, passwordHash }: { readonly userId: string; readonly passwordHash: string },
): Promise<{ readonly sessions: number; readonly factors: readonly string[] }> {
  const factors = await removeFactors(transaction, platform, userId);
  await updateUser(transaction, userId, { passwordHash });
  return { sessions: await endSessions(transaction, platform, { userId, by: 'operator' }), factors };
}

/**
 * Sets the password, and the mail address if it is another one, of an account that is recovered. The caller has proved the new factor.
 *
 * @throws Problem email_already_registered.
 */
export async function restoreAccess(
  transaction: QueryExecutorProvider,
  platform: Needs,
  user: { readonly id: string; readonly email: string },
  { passwordHash, email }: { readonly passwordHash: string; readonly email: string | null },
): Promise<void> {
  const { id: userId } = user;
  if (email !== null) {
    await requireFreeEmail(transaction, { email, than: user.email });
    await updateUser(transaction, userId, { email });
    // Entered on the page of the link; no mail has proved it yet.
    await sql`update users set email_verified_at = null where id = ${userId}`.execute(transaction);
  }
  await updateUser(transaction, userId, { passwordHash });
  // A password reset that was mailed meanwhile ends too.
  await revokeTokens(transaction, platform, { userId });
  await announceSessions(transaction, platform, { userId });
}

/** Whether a recovery of the account was started on the machine and is not finished. */
export async function isInRecovery(db: QueryExecutorProvider, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from recovery_links where user_id = ${userId} and used_at is null
  `.execute(db);
  return rows.length > 0;
}
