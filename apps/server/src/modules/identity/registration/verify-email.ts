import type { Network } from '#platform/http/address-key.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type AttemptPolicy, clearAttempts, refundAttempt, takeAttempt } from '../attempts/attempts.ts';
import type { Origin } from '../origins/origin.ts';
import { firstRight } from '../passwords/first-right.ts';
import { strangerFrom } from '../passwords/hashing-line.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { findUserByEmail } from '../users/users.ts';
import { openAccount, proveAccount } from './open-account.ts';
import { listPending, lockPending } from './registration-store.ts';
import { findVerifyingLink } from './verifying-links.ts';

/** Passwords that whoever reads an address may try. Each is compared with all that wait there. */
const policy: AttemptPolicy = {
  scope: 'verify:password',
  freeFailures: 10,
  blockSecondsMin: 60,
  blockSecondsMax: 3_600,
  forgetSeconds: 24 * 3_600,
};

export interface Verification {
  readonly token: string;
  readonly password: string;
  readonly origin: Origin;
  /** What the caller's address is counted under. */
  readonly networks: readonly Network[];
}

/**
 * Opens the account of a registration. The link proves who reads the address; the password tells which of the
 * registrations that wait there is theirs, so that nobody opens an account under a password that a stranger chose. Of an account that was opened without it,
 * the link and the account's password prove the address.
 *
 * @throws Problem `invalid_token`, `email_already_verified`, `too_many_verification_attempts`, `invalid_credentials` for
 * a password that nobody chose there, or `too_many_login_attempts` when there is no time to compare it.
 */
export async function verifyEmail(platform: Platform, given: Verification): Promise<{ email: string }> {
  const { clock, database } = platform;
  const db = database.kysely;
  const link = await findVerifyingLink(db, platform, given.token);
  if (link === undefined) throw new Problem('invalid_token');
  const { email, isUsed } = link;
  const owner = await findUserByEmail(db, email);
  if (owner !== undefined) {
    if (isUsed || !owner.openedUnproved) throw new Problem('email_already_verified');
    await findByPassword(platform, { email, pending: [owner], given });
    await proveAccount(platform, { user: owner, origin: given.origin });
    return { email };
  }
  const pending = isUsed ? [] : await listPending(db, { email, now: clock.now() });
  if (pending.length === 0) throw new Problem('invalid_token');
  const { ticketHash } = await findByPassword(platform, { email, pending, given });
  await database.kysely.transaction().execute(async (transaction) => {
    const waiting = await lockPending(transaction, { email, now: clock.now() });
    const registration = waiting.find((row) => row.ticketHash.equals(ticketHash));
    if (registration === undefined) throw new Problem('email_already_verified');
    await openAccount(transaction, platform, { registration, email, origin: given.origin });
  });
  return { email };
}

interface PasswordChosen {
  readonly passwordHash: string;
}

async function findByPassword<Row extends PasswordChosen>(
  platform: Platform,
  {
    email,
    pending,
    given: { password, networks },
  }: { readonly email: string; readonly pending: readonly Row[]; readonly given: Verification },
): Promise<Row> {
  const db = platform.database.kysely;
  const counter = { policy, subject: email };
  const taken = await takeAttempt(db, platform, counter);
  if (taken.blockedSeconds > 0) {
    throw new Problem('too_many_verification_attempts', { retryAfterSeconds: taken.blockedSeconds });
  }
  const waiter = strangerFrom(networks);
  const hashes = pending.map(({ passwordHash }) => passwordHash);
  const place = await firstRight(hashes, (hash) => verifyPassword(hash, password, waiter)).catch(
    async (error: unknown) => {
      // Not all of them were compared, so nobody failed.
      await refundAttempt(db, platform, { ...counter, taken });
      throw error;
    },
  );
  const found = place === undefined ? undefined : pending[place];
  if (found === undefined) throw new Problem('invalid_credentials');
  await clearAttempts(db, platform, counter);
  return found;
}
