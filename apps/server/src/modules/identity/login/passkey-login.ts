import type { SignedIn } from '@emporion/contracts/rest';
import type { z } from 'zod';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { readAttempts, refundAttempt, takeAttempt } from '../attempts/attempts.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { passkeyLogin, passkeyLoginOptions } from '../factors/second-step.ts';
import type { Origin } from '../origins/origin.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { finishLogin } from './finish-login.ts';
import { addressPolicy } from './policies.ts';
import { userOfTicket } from './second-step.ts';

/** @throws Problem `invalid_token` for a ticket that is over or was used. */
export async function beginPasskeyLogin(platform: Platform, ticket: string | undefined) {
  const user = ticket === undefined ? undefined : await userOfTicket(platform, ticket);
  return platform.database.kysely
    .transaction()
    .execute((transaction) => passkeyLoginOptions(transaction, platform, { userId: user?.id }));
}

export interface PasskeyAnswer {
  readonly challenge: string;
  readonly answer: Record<string, unknown>;
  readonly device: string | undefined;
  readonly origin: Origin;
  readonly address: string;
}

/**
 * Logs in with a passkey. It stands for both steps: the device is had, and its owner proved to be there.
 *
 * @throws Problem `too_many_login_attempts`, `invalid_credentials` or `account_disabled`.
 */
export async function logInWithPasskey(
  platform: Platform,
  given: PasskeyAnswer,
): Promise<z.infer<typeof SignedIn>> {
  const db = platform.database.kysely;
  const { challenge, answer, device, origin } = given;
  const counter = { policy: addressPolicy, subject: given.address };
  const { blockedSeconds } = await readAttempts(db, platform, counter);
  if (blockedSeconds > 0) throw new Problem('too_many_login_attempts', { retryAfterSeconds: blockedSeconds });
  await takeAttempt(db, platform, counter);
  const proved = await db
    .transaction()
    .execute((transaction) => passkeyLogin(transaction, platform, { challenge, answer, origin }));
  if (proved === undefined) {
    await recordSecurityEvent(db, { event: 'login_failed', origin, details: { method: 'passkey' } });
    throw new Problem('invalid_credentials');
  }
  await refundAttempt(db, platform, counter);
  const { userId } = proved;
  return accountTransaction(platform, { userId, lane: 'login' }, (transaction) =>
    finishLogin(transaction, platform, { userId, method: 'passkey', origin, device }),
  );
}
