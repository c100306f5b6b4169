import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import {
  type AttemptPolicy,
  clearAttempts,
  countAttempt,
  readAttempts,
  refundAttempt,
  takeAttempt,
} from '../attempts/attempts.ts';
import { spendCaptcha } from '../captcha/captcha.ts';
import { accountPolicy, addressPolicy, captchaAfter, devicePolicy } from './policies.ts';

export interface LoginAttempt {
  readonly email: string;
  /** What the address is counted under. */
  readonly address: string;
  /** The token of a device that logged in to this account before; undefined for a stranger. */
  readonly knownDevice: string | undefined;
  readonly captcha: string | undefined;
}

/** An attempt that was counted as a failure in advance. */
export interface CountedAttempt {
  readonly failures: number;
  /** It was no failure: it counts no more, and what was before stays. */
  refund(): Promise<void>;
  /** The right person is in: the failures under this e-mail or of this device are forgotten. */
  forgive(): Promise<void>;
}

/** Whether the next login asks for a puzzle. It counts by what was typed, so it tells nothing of who has an account. */
export async function isCaptchaDue(
  platform: Platform,
  { email, address }: { readonly email?: string | undefined; readonly address: string },
): Promise<boolean> {
  const db = platform.database.kysely;
  const fromAddress = await readAttempts(db, platform, { policy: addressPolicy, subject: address });
  if (fromAddress.failures >= captchaAfter.address) return true;
  if (email === undefined) return false;
  const { failures } = await readAttempts(db, platform, { policy: accountPolicy, subject: email });
  return failures >= captchaAfter.subject;
}

/**
 * Lets an attempt through, counted as a failure until it turns out to be none.
 *
 * @throws Problem `too_many_login_attempts` for an address that failed too often, `account_locked` for an e-mail that
 * did, `wrong_captcha` when a puzzle is due and was not solved; in this order.
 */
export async function passGate(platform: Platform, attempt: LoginAttempt): Promise<CountedAttempt> {
  const db = platform.database.kysely;
  const address = { policy: addressPolicy, subject: attempt.address, freely: captchaAfter.address };
  const subject = {
    ...(attempt.knownDevice === undefined
      ? { policy: accountPolicy, subject: attempt.email }
      : { policy: devicePolicy, subject: attempt.knownDevice }),
    freely: captchaAfter.subject,
  };

  const [fromAddress, ofSubject] = await Promise.all([
    readAttempts(db, platform, address),
    readAttempts(db, platform, subject),
  ]);
  refuseBlocked('too_many_login_attempts', fromAddress.blockedSeconds);
  refuseBlocked('account_locked', ofSubject.blockedSeconds);

  let isSolved = false;
  const solve = async () => {
    await spendCaptcha(db, platform, { captcha: attempt.captcha, action: 'login' });
    isSolved = true;
  };
  // Of many at once, none is judged by a count that the others have not reached yet: without a puzzle an attempt is
  // counted only where the count says, in the same step, that none is due.
  const take = async (counter: GateCounter, refusal: BlockRefusal): Promise<number> => {
    if (!isSolved) {
      const failures = await countAttempt(db, platform, { ...counter, below: counter.freely });
      if (failures !== undefined) return failures;
      await solve();
    }
    const { failures, blockedSeconds } = await takeAttempt(db, platform, counter);
    refuseBlocked(refusal, blockedSeconds);
    return failures;
  };
  if (ofSubject.failures >= subject.freely || fromAddress.failures >= address.freely) await solve();
  await take(address, 'too_many_login_attempts');
  const failures = await take(subject, 'account_locked').catch(async (error: unknown) => {
    // Nothing was compared, so the address has not failed.
    await refundAttempt(db, platform, address);
    throw error;
  });
  return {
    failures,
    refund: async () => {
      await refundAttempt(db, platform, address);
      await refundAttempt(db, platform, subject);
    },
    forgive: () => clearAttempts(db, platform, subject),
  };
}

interface GateCounter {
  readonly policy: AttemptPolicy;
  readonly subject: string;
  /** So many are let through without a puzzle. */
  readonly freely: number;
}

type BlockRefusal = 'too_many_login_attempts' | 'account_locked';

function refuseBlocked(code: BlockRefusal, blockedSeconds: number): void {
  if (blockedSeconds > 0) throw new Problem(code, { retryAfterSeconds: blockedSeconds });
}
