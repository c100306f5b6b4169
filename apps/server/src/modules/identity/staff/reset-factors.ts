import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { removeBackupCodes } from '../factors/backup-codes.ts';
import { enrolledFactors } from '../factors/enrolled-factors.ts';
import { removeTotp } from '../factors/totp.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { ofTheHouse } from '../origins/origin.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { freezePayouts } from '../sessions/freeze-payouts.ts';
import { revokeTokens } from '../tokens/tokens.ts';
import { lockUser, updateUser } from '../users/users.ts';

/**
 * Takes all second factors off an account whose owner has lost them, but for codes by mail, which still reach them. Sessions end, payouts freeze and the owner is told. Answers which there were.
 *
 * @throws Problem account_not_found, factor_not_held.
 */
export async function resetFactors(
  transaction: QueryExecutorProvider,
  platform: Platform,
  userId: string,
): Promise<string[]> {
  const user = await lockUser(transaction, userId);
  if (user === undefined || user.status === 'closed') throw new Problem('account_not_found');
  const held = await heldFactors(transaction, userId);
  if (held.length === 0) throw new Problem('factor_not_held');
  await removeFactors(transaction, platform, userId);
  await endSessions(transaction, platform, { userId, by: 'operator' });
  const payoutsFrozenUntil = await freezePayouts(transaction, platform, userId);
  await tellOwner(transaction, platform, {
    ...{
      user,
      origin: ofTheHouse(platform),
      notice: 'factors_reset',
      sessionsEnded: true,
      payoutsFrozenUntil,
    },
  });
  return held;
}

async function heldFactors(transaction: QueryExecutorProvider, userId: string): Promise<string[]> {
  const { totp, sms, passkeys } = await enrolledFactors(transaction, userId);
  return Object.entries({ totp, sms, passkey: passkeys > 0 }).flatMap(([name, isOn]) => (isOn ? [name] : []));
}

/** Removes all second factors but codes by mail, with the tokens that were issued under them. Returns the names of those that were on. */
export async function removeFactors(
  transaction: QueryExecutorProvider,
  platform: Pick<Platform, 'clock'>,
  userId: string,
): Promise<string[]> {
  const held = await heldFactors(transaction, userId);
  // Questions to passkeys before the passkeys, as an answer has it: then neither waits for the other.
  await revokeTokens(transaction, platform, { userId });
  await removeTotp(transaction, userId);
  await removeBackupCodes(transaction, userId);
  await sql`delete from passkeys where user_id = ${userId}`.execute(transaction);
  await updateUser(transaction, userId, { smsFactor: false });
  return held;
}
