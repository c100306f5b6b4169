import type { Platform } from '#platform/platform.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { checkCode, loginPurpose, problemOfVerdict } from '../factors/second-step.ts';
import type { Origin } from '../origins/origin.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { knownDeviceKey } from './devices.ts';

export interface SecondStepGiven {
  readonly userId: string;
  readonly method: 'totp' | 'sms' | 'email' | 'backup';
  readonly code: string;
  /** What a sent code was sent for. Other codes are the same for every login. */
  readonly purpose?: string;
  readonly origin: Origin;
  /** The token that the device keeps, if it sent one. */
  readonly device: string | undefined;
}

/**
 * Compares the code of a login's second step. The count of a wrong one is committed before the refusal is thrown.
 *
 * @throws Problem `two_factor_invalid`, `two_factor_expired`, `two_factor_used` or `two_factor_attempts_exceeded`.
 */
export async function proveSecondStep(platform: Platform, given: SecondStepGiven): Promise<void> {
  const { userId, method, code, purpose = loginPurpose, origin, device: token } = given;
  const verdict = await accountTransaction(platform, { userId, lane: 'login' }, async (transaction) => {
    // A stranger who knows the password can use up a stranger's guesses, not those of a device that the owner has.
    const device = await knownDeviceKey(transaction, { userId, token });
    const login = { userId, method, code, purpose, device, origin };
    const found = await checkCode(transaction, platform, login);
    // While guessing is blocked nothing is compared, and writing it down each time would only fill the log.
    if (found !== 'right' && found !== 'exhausted') {
      const details = { method, verdict: found };
      await recordSecurityEvent(transaction, { event: 'second_step_failed', userId, origin, details });
    }
    return found;
  });
  if (verdict !== 'right') throw problemOfVerdict(verdict);
}
