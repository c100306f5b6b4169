import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { type AttemptPolicy, clearAttempts, refundAttempt, takeAttempt } from '../attempts/attempts.ts';
import type { CodeVerdict } from './check-code.ts';

/** Whose guesses at what are counted together. */
export interface GuessLane {
  readonly userId: string;
  readonly purpose: string;
  /** A device that is known is counted apart, so that a stranger's guesses do not keep the owner out. */
  readonly device?: string | undefined;
}

/** Six digits fall to a million guesses. This allows about thirty a day. */
const policy: AttemptPolicy = {
  scope: 'code',
  freeFailures: 5,
  blockSecondsMin: 60,
  blockSecondsMax: 3_600,
  forgetSeconds: 86_400,
};

export interface Guess {
  readonly lane: GuessLane;
  readonly compare: () => Promise<CodeVerdict>;
  /** Called when the guesses that are free were used up with this one. */
  readonly onBlocked?: () => Promise<void>;
}

/**
 * Has `compare` look at a code within the bounds of its lane. The count is taken before, and its row stays locked until
 * the transaction ends, so guesses made at the same time are looked at one after the other.
 */
export async function guess(
  db: QueryExecutorProvider,
  platform: Platform,
  { lane, compare, onBlocked }: Guess,
): Promise<CodeVerdict> {
  const subject = [lane.userId, lane.purpose, lane.device ?? ''].join('\n');
  const taken = await takeAttempt(db, platform, { policy, subject });
  if (taken.blockedSeconds > 0) return 'exhausted';
  const verdict = await compare();
  switch (verdict) {
    case 'right':
      await clearAttempts(db, platform, { policy, subject });
      break;
    case 'exhausted':
    case 'replaced':
      // A dead code is not compared, and a code from an older message was read, so nothing was guessed.
      await refundAttempt(db, platform, { policy, subject, taken });
      break;
    default:
      // One that was right once stays counted too: else old codes could be told from wrong ones without end.
      if (taken.failures === policy.freeFailures) await onBlocked?.();
  }
  return verdict;
}
