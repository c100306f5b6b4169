import type { disownableFactors } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { removeBackupCodes } from '../factors/backup-codes.ts';
import { removeUselessBackupCodes } from '../factors/useless-backup-codes.ts';

export type RemovedFactor = (typeof disownableFactors)[number];

/**
 * Removes the factors that were added since a moment, whoever added them: a thief's passkey would open the account
 * without its new password, and a thief's app would keep the owner out. Codes by mail stay, for they go to the owner.
 */
export async function removeRecentFactors(
  db: QueryExecutorProvider,
  { userId, since }: { readonly userId: string; readonly since: Date },
): Promise<RemovedFactor[]> {
  const removed: RemovedFactor[] = [];
  const { rows: apps } = await sql<{ isOn: boolean }>`
    delete from totp_factors where user_id = ${userId} and coalesce(confirmed_at, created_at) >= ${since}
    returning confirmed_at is not null as "isOn"
  `.execute(db);
  if (apps.some(({ isOn }) => isOn)) removed.push('totp');
  // A number that a stranger verified proves nothing of the owner, whether or not codes go there.
  const { rows: numbers } = await sql<{ isOn: boolean }>`
    update users set sms_factor = false, phone = null, phone_verified_at = null
    from users before
    where users.id = ${userId} and before.id = users.id and users.phone_verified_at >= ${since}
    returning before.sms_factor as "isOn"
  `.execute(db);
  if (numbers.some(({ isOn }) => isOn)) removed.push('sms');
  const { rows: passkeys } = await sql`
    delete from passkeys where user_id = ${userId} and created_at >= ${since} returning id
  `.execute(db);
  if (passkeys.length > 0) removed.push('passkey');
  const { rows: codes } = await sql`
    select from backup_codes where user_id = ${userId} and created_at >= ${since} limit 1
  `.execute(db);
  if (codes.length > 0) {
    await removeBackupCodes(db, userId);
    removed.push('backup');
  }
  await removeUselessBackupCodes(db, userId);
  return removed;
}
