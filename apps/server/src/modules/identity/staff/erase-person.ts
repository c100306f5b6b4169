import { randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { tellPersonErased } from '../users/person-erased.ts';
import { reserveReleased } from '../users/released-usernames.ts';
import { usernameSkeleton } from '../users/username-skeleton.ts';
import { lockUser } from '../users/users.ts';

/**
 * Closes an account and takes out of it, and out of the log of security events, everything that tells who its owner was. Its id stays, and with it the ledger.
 * The audit log is erased by whoever has it.
 *
 * @throws Problem account_not_found, also for one that was erased before; account_has_role.
 */
export async function erasePerson(
  transaction: QueryExecutorProvider,
  platform: Platform,
  userId: string,
): Promise<void> {
  const now = platform.clock.now();
  const user = await lockUser(transaction, userId);
  const { rows } = await sql<{ erased: boolean }>`
    select erased_at is not null as erased from users where id = ${userId}
  `.execute(transaction);
  if (!user || rows[0]?.erased) throw new Problem('account_not_found');
  if (user.roles.length > 0) throw new Problem('account_has_role');
  const { email, phone, username } = user;
  await endSessions(transaction, platform, { userId, by: 'operator' });
  if (user.status !== 'closed') await reserveReleased(transaction, { userId, username, now });
  const name = `erased-${randomBytes(6).toString('hex')}`;
  await sql`
    update users set
      email = ${`${name}@erased.invalid`}, username = ${name}, username_skeleton = ${usernameSkeleton(name)}, password_hash = '',
      first_name = '', last_name = '', phone = null, phone_verified_at = null, sms_factor = false, email_factor = false,
      country = 'ZZ', birthday = '1900-01-01', preferences = '{}', notifications = '{}', anti_phishing_phrase = null, labels = '{}',
      flagged = false, status = 'closed', closed_at = coalesce(closed_at, ${now}), erased_at = ${now}
    where id = ${userId}
  `.execute(transaction);
  for (const table of [
    'passkeys',
    'totp_factors',
    'backup_codes',
    'sent_codes',
    'user_devices',
    'identity_tokens',
  ])
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(transaction);
  await sql`update user_sessions set address = '', place = null, device = '' where user_id = ${userId}`.execute(
    transaction,
  );
  await sql`delete from registrations where lower(email) = lower(${email})`.execute(transaction);
  await sql`
    delete from messages where lower(recipient) = any (array[lower(${email}), lower(${phone ?? email})])
  `.execute(transaction);
  await sql`
    update security_events set address = null, place = null, device = null, details = '{}' where user_id = ${userId}
  `.execute(transaction);
  await tellPersonErased(transaction, userId, { email });
}
