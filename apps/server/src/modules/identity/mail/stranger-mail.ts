import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { type AttemptPolicy, takeAttempt } from '../attempts/attempts.ts';

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
  const { blockedSeconds } = await takeAttempt(db, platform, { policy, subject: email });
  return blockedSeconds === 0;
}
