import type { QueryExecutorProvider } from 'kysely';
import type { Network } from '#platform/http/address-key.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type AttemptPolicy, takeAttempt } from '../attempts/attempts.ts';
import { takeOfDay } from '../attempts/day-count.ts';

/** Nobody can have a stranger's box filled: after these in a day, whoever asks is answered alike, and no mail goes out. */
const policy: AttemptPolicy = {
  scope: 'stranger:mail',
  freeFailures: 10,
  blockSecondsMin: 3_600,
  blockSecondsMax: 24 * 3_600,
  forgetSeconds: 24 * 3_600,
};

/** Counts a mail to an address that nobody has proved to be theirs, and tells whether it may still go out. */
export async function mayMailStranger(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'clock' | 'config'>,
  email: string,
): Promise<boolean> {
  const { blockedSeconds } = await takeAttempt(db, platform, { policy, subject: boxOf(email) });
  return blockedSeconds === 0;
}

/** Many mail servers put `theo+anything@` into the box of `theo@`. Only for counting: elsewhere they are two addresses. */
export function boxOf(email: string): string {
  return email.replace(/(?<=[^@])\+[^@]*(?=@[^@]*$)/, '');
}

/** Many people may share an address; none of them asks for so many. */
const mailsOfSourceMax = 100;

/**
 * Counts a mail that somebody who is not logged in has sent, under their own address.
 *
 * @throws Problem `too_many_verification_attempts` after too many in a day, to whomever.
 */
export async function countStrangersMail(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'clock' | 'config'>,
  networks: readonly Network[],
): Promise<void> {
  for (const { key, callers } of networks) {
    const counter = { scope: 'stranger:source', subject: key, perDay: mailsOfSourceMax * callers };
    if ((await takeOfDay(db, platform, counter)) === undefined) {
      throw new Problem('too_many_verification_attempts');
    }
  }
}
