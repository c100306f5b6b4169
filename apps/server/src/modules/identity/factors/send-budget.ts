import type { QueryExecutorProvider } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type AttemptPolicy, clearAttempts, takeAttempt } from '../attempts/attempts.ts';
import { takeOfDay } from '../attempts/day-count.ts';

/** So many codes may go out before one of them is used, to whoever asks for them: see `CodeAsker`. */
const policy: AttemptPolicy = {
  scope: 'codes-sent',
  freeFailures: 20,
  blockSecondsMin: 3_600,
  blockSecondsMax: 3_600,
  forgetSeconds: 3_600,
};

/** So many may be asked for by strangers to one account together, from however many addresses. */
const strangersPolicy: AttemptPolicy = { ...policy, scope: 'codes-sent:strangers', freeFailures: 40 };

/**
 * Who has codes sent. Each is counted apart, so that a stranger who knows the password and asks without end uses up
 * what strangers may ask for, and not what the owner's own device or open session needs.
 */
export type CodeAsker =
  | { readonly kind: 'session' }
  | { readonly kind: 'device'; readonly key: string }
  | { readonly kind: 'stranger'; readonly address: string };

export const inSession: CodeAsker = { kind: 'session' };

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
  asker = inSession,
): Promise<void> {
  const subject = subjectOf(userId, asker);
  refuseBlocked((await takeAttempt(db, platform, { policy, subject })).blockedSeconds);
  if (asker.kind !== 'stranger') return;
  const together = { policy: strangersPolicy, subject: userId };
  refuseBlocked((await takeAttempt(db, platform, together)).blockedSeconds);
}

function subjectOf(userId: string, asker: CodeAsker): string {
  switch (asker.kind) {
    case 'session':
      return userId;
    case 'device':
      return `${userId}\n${asker.key}`;
    case 'stranger':
      return `${userId}\n${asker.address}`;
  }
}

/** So many may go to new numbers for one address in a day, of however many accounts. */
const newNumbersOfAddressMax = 50;

/**
 * Counts a message to a number that an account names, for the account, for the number and for the caller's address.
 *
 * @throws Problem `too_many_verification_attempts`.
 */
export async function countNewNumber(
  db: QueryExecutorProvider,
  platform: Platform,
  { userId, phone, address }: { readonly userId: string; readonly phone: string; readonly address: string },
): Promise<void> {
  for (const subject of [userId, phone]) {
    const { blockedSeconds } = await takeAttempt(db, platform, { policy: newNumberPolicy, subject });
    refuseBlocked(blockedSeconds);
  }
  const counter = { scope: 'new-number:address', subject: address, perDay: newNumbersOfAddressMax };
  if ((await takeOfDay(db, platform, counter)) === undefined) {
    throw new Problem('too_many_verification_attempts');
  }
}

function refuseBlocked(blockedSeconds: number): void {
  if (blockedSeconds === 0) return;
  throw new Problem('too_many_verification_attempts', { retryAfterSeconds: blockedSeconds });
}

/** A code was used, so its asker may have others sent; what strangers asked for together is forgotten with time alone. */
export function forgetSends(
  db: QueryExecutorProvider,
  platform: Platform,
  { userId, asker }: { readonly userId: string; readonly asker: CodeAsker },
): Promise<void> {
  return clearAttempts(db, platform, { policy, subject: subjectOf(userId, asker) });
}
