import type { QueryExecutorProvider } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type AttemptPolicy, clearAttempts, takeAttempt } from '../attempts/attempts.ts';

/** So many codes may go out to one account before one of them is used. */
const policy: AttemptPolicy = {
  scope: 'codes-sent',
  freeFailures: 20,
  blockSecondsMin: 3_600,
  blockSecondsMax: 3_600,
  forgetSeconds: 3_600,
};

/**
 * So many may go to numbers that are not verified, in a day. Using them gives none back: whoever earns by text messages
 * to their own numbers would use every one.
 */
const newNumberPolicy: AttemptPolicy = {
  scope: 'new-number',
  freeFailures: 10,
  blockSecondsMin: 86_400,
  blockSecondsMax: 86_400,
  forgetSeconds: 86_400,
};

/**
 * Text messages cost money and mails cost patience: somebody who holds a session or a password cannot have us send
 * them for ever.
 *
 * @throws Problem `too_many_verification_attempts`.
 */
export async function countSend(
  db: QueryExecutorProvider,
  platform: Platform,
  userId: string,
): Promise<void> {
  const { blockedSeconds } = await takeAttempt(db, platform, { policy, subject: userId });
  refuseBlocked(blockedSeconds);
}

/**
 * Counts a message to a number that an account names, for the account and for the number.
 *
 * @throws Problem `too_many_verification_attempts`.
 */
export async function countNewNumber(
  db: QueryExecutorProvider,
  platform: Platform,
  { userId, phone }: { readonly userId: string; readonly phone: string },
): Promise<void> {
  for (const subject of [userId, phone]) {
    const { blockedSeconds } = await takeAttempt(db, platform, { policy: newNumberPolicy, subject });
    refuseBlocked(blockedSeconds);
  }
}

function refuseBlocked(blockedSeconds: number): void {
  if (blockedSeconds === 0) return;
  throw new Problem('too_many_verification_attempts', { retryAfterSeconds: blockedSeconds });
}

export function forgetSends(db: QueryExecutorProvider, platform: Platform, userId: string): Promise<void> {
  return clearAttempts(db, platform, { policy, subject: userId });
}
