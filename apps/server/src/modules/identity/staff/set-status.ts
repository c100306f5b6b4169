import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { announceSessions, endSessions } from '../sessions/end-sessions.ts';
import { revokeTokens } from '../tokens/tokens.ts';
import type { User, UserStatus } from '../users/users.ts';
import { sendInvitation } from './invite-user.ts';
import { requireAnotherAdministrator } from './staff-accounts.ts';

/**
 * Gives an account that is locked another status. Who may not log in any more is out at once, on every device; who must prove the mailbox gets the mail for it.
 * Orders and money are the exchange's: it is to follow the row when the transaction has committed.
 *
 * @throws Problem last_administrator; the caller holds `lockRoles` for somebody with a role.
 */
export async function setStatus(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { user, status }: { readonly user: User; readonly status: Exclude<UserStatus, 'closed'> },
): Promise<void> {
  const { id: userId, roles } = user;
  if (status !== 'active' && roles.includes('administrator'))
    await requireAnotherAdministrator(transaction, userId);
  await sql`update users set status = ${status} where id = ${userId}`.execute(transaction);
  if (status === 'banned' || status === 'inactive') {
    await endSessions(transaction, platform, { userId, by: 'operator' });
    await revokeTokens(transaction, platform, { userId });
  }
  // What its sessions may do has changed.
  else await announceSessions(transaction, platform, { userId });
  if (status === 'inactive') await sendInvitation(transaction, platform, user);
}
