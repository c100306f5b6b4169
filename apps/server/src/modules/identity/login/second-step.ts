import type { CodeSent, SignedIn } from '@emporion/contracts/rest';
import type { z } from 'zod';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { confirmationChoices } from '../confirmation/confirmation-choices.ts';
import { loginPurpose, sendCode } from '../factors/second-step.ts';
import type { Origin } from '../origins/origin.ts';
import { spendWithOwner } from '../tokens/spend-with-owner.ts';
import { findToken, hashOf } from '../tokens/tokens.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { findUser, type User } from '../users/users.ts';
import { knownDeviceKey, ownerOfDevice } from './devices.ts';
import { finishLogin } from './finish-login.ts';
import { forgiveAttempts } from './login-gate.ts';
import { proveSecondStep } from './prove-second-step.ts';

type Method = 'totp' | 'sms' | 'email' | 'backup';

export interface SecondStep {
  readonly ticket: string;
  readonly method: Method;
  readonly code: string;
  readonly device: string | undefined;
  readonly origin: Origin;
}

/** @throws Problem `invalid_token` for a ticket that is over or was used. */
export async function userOfTicket(platform: Platform, ticket: string): Promise<User> {
  const db = platform.database.kysely;
  const found = await findToken(db, platform, { token: ticket, purpose: 'login_ticket' });
  const user = found?.userId ? await findUser(db, found.userId) : undefined;
  if (user === undefined) throw new Problem('invalid_token');
  return user;
}

export interface LoginCodeAsked {
  readonly ticket: string;
  readonly method: 'sms' | 'email';
  /** The token that the device keeps, if it sent one. */
  readonly device: string | undefined;
  /** What the caller's address is counted under. */
  readonly address: string;
}

/** @throws Problem `invalid_token`, `value_not_allowed` for a factor that is off, `already_sent`, `too_many_verification_attempts`. */
export async function sendLoginCode(
  platform: Platform,
  { ticket, method, device: token, address }: LoginCodeAsked,
): Promise<z.infer<typeof CodeSent>> {
  const user = await userOfTicket(platform, ticket);
  await requireMethod(platform, user, method);
  const work = { userId: user.id, lane: 'login' } as const;
  return accountTransaction(platform, work, async (transaction) => {
    const key = await knownDeviceKey(transaction, { userId: user.id, token });
    const asker =
      key === undefined ? ({ kind: 'stranger', address } as const) : ({ kind: 'device', key } as const);
    return sendCode(transaction, platform, { user, method, purpose: purposeOf(ticket), asker });
  });
}

/** Each login has a code of its own: one that somebody else has sent meanwhile neither replaces it nor delays it. */
function purposeOf(ticket: string): string {
  return `${loginPurpose}:${hashOf(ticket).toString('base64url')}`;
}

/**
 * Finishes a login with the code of its second step. A wrong code leaves the ticket: the factor counts the failures.
 *
 * @throws Problem `invalid_token`, those of the code, and those of finishing.
 */
export async function takeSecondStep(
  platform: Platform,
  step: SecondStep,
): Promise<z.infer<typeof SignedIn>> {
  const { ticket, method, code, device, origin } = step;
  const user = await userOfTicket(platform, ticket);
  const { id: userId, email } = user;
  await requireMethod(platform, user, method);
  await proveSecondStep(platform, { userId, method, code, purpose: purposeOf(ticket), origin, device });
  // Asked before the login is finished: after it every device is known.
  const owner = await ownerOfDevice(platform.database.kysely, { token: device, email });
  const knownDevice = owner === undefined ? undefined : device;
  const signedIn = await accountTransaction(platform, { userId, lane: 'login' }, async (transaction) => {
    const spent = await spendWithOwner(transaction, platform, { token: ticket, purpose: 'login_ticket' });
    if (spent === undefined) throw new Problem('invalid_token');
    return finishLogin(transaction, platform, { userId, method, origin, device });
  });
  await forgiveAttempts(platform, { email, knownDevice });
  return signedIn;
}

async function requireMethod(platform: Platform, user: User, method: Method): Promise<void> {
  // A ticket of an account without factors is one of a held login, which a mail settles.
  const { methods } = await confirmationChoices(platform.database.kysely, user.id);
  if (!methods.includes(method))
    throw new Problem('value_not_allowed', { fields: { method: { code: 'value_not_allowed' } } });
}
