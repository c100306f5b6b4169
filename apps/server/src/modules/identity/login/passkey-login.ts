import type { SignedIn } from '@emporion/contracts/rest';
import type { z } from 'zod';
import type { Network } from '#platform/http/address-key.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { takeAttempt } from '../attempts/attempts.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { passkeyLogin, passkeyLoginOptions } from '../factors/second-step.ts';
import type { Origin } from '../origins/origin.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { finishLogin } from './finish-login.ts';
import { addressPolicyOf } from './policies.ts';
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
  readonly networks: readonly Network[];
}

/**
 * Logs in with a passkey. It stands for both steps: the device is had, and its owner proved to be there. Nobody guesses
 * one, so a right one is let in whatever failed at its address before; wrong ones are counted there.
 *
 * @throws Problem `invalid_credentials`, `too_many_login_attempts` after too many wrong ones, or `account_disabled`.
 */
export async function logInWithPasskey(
  platform: Platform,
  given: PasskeyAnswer,
): Promise<z.infer<typeof SignedIn>> {
  const db = platform.database.kysely;
  const { challenge, answer, device, origin } = given;
  const proved = await db
    .transaction()
    .execute((transaction) => passkeyLogin(transaction, platform, { challenge, answer, origin }));
  if (proved === undefined) {
    for (const network of given.networks) {
      const counter = { policy: addressPolicyOf(network), subject: network.key };
      const { blockedSeconds: retryAfterSeconds } = await takeAttempt(db, platform, counter);
      // Not written down any more, for the log only grows.
      if (retryAfterSeconds > 0) throw new Problem('too_many_login_attempts', { retryAfterSeconds });
    }
    await recordSecurityEvent(db, { event: 'login_failed', origin, details: { method: 'passkey' } });
    throw new Problem('invalid_credentials');
  }
  const { userId } = proved;
  return accountTransaction(platform, { userId, lane: 'login' }, (transaction) =>
    finishLogin(transaction, platform, { userId, method: 'passkey', origin, device }),
  );
}
