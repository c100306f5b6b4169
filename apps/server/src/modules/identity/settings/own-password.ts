import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import {
  type AttemptPolicy,
  clearAttempts,
  refundAttempt,
  type TakenAttempt,
  takeAttempt,
} from '../attempts/attempts.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import type { Origin } from '../origins/origin.ts';
import { knownAs } from '../passwords/hashing-line.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { findUser, type User } from '../users/users.ts';

const policy: AttemptPolicy = {
  scope: 'own-password',
  freeFailures: 5,
  blockSecondsMin: 60,
  blockSecondsMax: 3_600,
  forgetSeconds: 86_400,
};

/**
 * Has a logged-in person prove that they know the password. It runs outside of any transaction: hashing takes long, and
 * a connection that waits for it is one that trading lacks. Who found an open session cannot guess without end.
 *
 * @throws Problem `wrong_old_password`, `too_many_verification_attempts` after too many wrong ones, or
 * `too_many_login_attempts` when there is no time to compare it.
 */
export async function requireOwnPassword(
  platform: Platform,
  { userId, password, origin }: { userId: string; password: string; origin: Origin },
): Promise<User> {
  const db = platform.database.kysely;
  const taken = await takeAttempt(db, platform, { policy, subject: userId });
  if (taken.blockedSeconds > 0) {
    throw new Problem('too_many_verification_attempts', { retryAfterSeconds: taken.blockedSeconds });
  }
  const user = await findUser(db, userId);
  if (user && (await isOwn(platform, { user, password, taken }))) {
    await clearAttempts(db, platform, { policy, subject: userId });
    return user;
  }
  await recordSecurityEvent(db, { event: 'own_password_refused', userId, actorId: userId, origin });
  throw new Problem('wrong_old_password');
}

async function isOwn(
  platform: Platform,
  { user, password, taken }: { user: User; password: string; taken: TakenAttempt },
): Promise<boolean> {
  try {
    return await verifyPassword(user.passwordHash, password, knownAs(user.id));
  } catch (error) {
    // Nothing was compared, so nobody failed.
    await refundAttempt(platform.database.kysely, platform, { policy, subject: user.id, taken });
    throw error;
  }
}
