import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { noteSecurityChange } from '../notices/security-change.ts';
import type { Origin } from '../origins/origin.ts';
import type { User } from '../users/users.ts';
import { renewBackupCodes } from './backup-codes.ts';
import { enrolledFactors } from './enrolled-factors.ts';

/**
 * What follows when a factor was turned on: the owner is told, and has backup codes from then on. Answers them when
 * they were made now, and nothing when those of before still count.
 */
export async function afterTurningOn(
  db: QueryExecutorProvider,
  platform: Platform,
  { user, method, origin }: { user: User; method: 'totp' | 'sms' | 'email'; origin: Origin },
): Promise<{ backup_codes: string[] }> {
  await noteSecurityChange(db, platform, {
    user,
    origin,
    event: `${method}_factor_turned_on`,
    notice: `${method}_on`,
  });
  const { backupCodesLeft } = await enrolledFactors(db, user.id);
  return { backup_codes: backupCodesLeft > 0 ? [] : await renewBackupCodes(db, platform, user.id) };
}
