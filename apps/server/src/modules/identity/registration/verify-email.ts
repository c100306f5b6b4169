import type { Network } from '#platform/http/address-key.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type AttemptPolicy, clearAttempts, refundAttempt, takeAttempt } from '../attempts/attempts.ts';
import type { Origin } from '../origins/origin.ts';
import { firstRight } from '../passwords/first-right.ts';
import { type Standing, strangerFrom } from '../passwords/hashing-line.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { hashOf } from '../tokens/tokens.ts';
import { findUserByEmail, type User } from '../users/users.ts';
import { openAccount, proveAccount } from './open-account.ts';
import { listPending, lockPending, type RegistrationRow, wasReplaced } from './registration-store.ts';
import { findVerifyingLink } from './verifying-links.ts';

/**
 * Wrong passwords at one link. The holder of a link reads the mailbox, so the bound is wide: it limits the comparisons
 * that a link can cause, and never blocks its holder for long.
 */
const policy: AttemptPolicy = {
  scope: 'verify:password',
  freeFailures: 60,
  blockSecondsMin: 60,
  blockSecondsMax: 600,
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
 * a password that matches no registration, `registration_replaced` for the same where one was replaced, or
 * `too_many_login_attempts` when there is no time to compare it.
 */
export async function verifyEmail(platform: Platform, given: Verification): Promise<{ email: string }> {
  const { clock, database } = platform;
  const waiting = await findWaiting(platform, given.token);
  const { email, isReplaced } = waiting;
  if ('owner' in waiting) {
    const { owner } = waiting;
    await findByPassword(platform, { pending: [owner], given, isReplaced });
    await proveAccount(platform, { user: owner, origin: given.origin });
    return { email };
  }
  const { ticketHash } = await findByPassword(platform, { pending: waiting.pending, given, isReplaced });
  await database.kysely.transaction().execute(async (transaction) => {
    const locked = await lockPending(transaction, { email, now: clock.now() });
    const registration = locked.find((row) => row.ticketHash.equals(ticketHash));
    if (registration === undefined) throw new Problem('email_already_verified');
    await openAccount(transaction, platform, { registration, email, origin: given.origin });
  });
  return { email };
}

/**
 * Checks a link when its page opens, before a password is typed for it. It changes nothing.
 *
 * @throws Problem `invalid_token`, `email_already_verified`, `registration_replaced` when nothing else waits.
 */
export async function checkVerifyingLink(platform: Platform, token: string): Promise<void> {
  await findWaiting(platform, token);
}

type Waiting = { readonly email: string; readonly isReplaced: boolean } & (
  | { readonly owner: User }
  | { readonly pending: readonly RegistrationRow[] }
);

/** What a link can open: registrations of its address, or an account that was opened before its address was proved. */
async function findWaiting(platform: Platform, token: string): Promise<Waiting> {
  const { clock, database } = platform;
  const db = database.kysely;
  const link = await findVerifyingLink(db, platform, token);
  if (link === undefined) throw new Problem('invalid_token');
  const { email, isUsed } = link;
  const owner = await findUserByEmail(db, email);
  if (owner !== undefined) {
    if (isUsed || !owner.openedUnproved) throw new Problem('email_already_verified');
    return { email, owner, isReplaced: false };
  }
  if (isUsed) throw new Problem('invalid_token');
  const pending = await listPending(db, { email, now: clock.now() });
  const isReplaced = await wasReplaced(db, { email, now: clock.now() });
  if (pending.length === 0) throw new Problem(isReplaced ? 'registration_replaced' : 'invalid_token');
  return { email, pending, isReplaced };
}

/** So many tries at one link wait like logins with a solved puzzle: a link took one puzzle, not one for each try. */
const provenTriesMax = 3;

/** The place in the password queue of a try at a link, by its number. */
export function standingAt(tries: number): Standing {
  return { rank: 0, hasProof: tries <= provenTriesMax };
}

interface PasswordChosen {
  readonly passwordHash: string;
}

async function findByPassword<Row extends PasswordChosen>(
  platform: Platform,
  {
    pending,
    given: { token, password, networks },
    isReplaced,
  }: {
    readonly pending: readonly Row[];
    readonly given: Verification;
    /** Whether the registration of this password may be one that is gone. */
    readonly isReplaced: boolean;
  },
): Promise<Row> {
  const db = platform.database.kysely;
  const counter = { policy, subject: hashOf(token).toString('hex') };
  const taken = await takeAttempt(db, platform, counter);
  if (taken.blockedSeconds > 0) {
    throw new Problem('too_many_verification_attempts', { retryAfterSeconds: taken.blockedSeconds });
  }
  const waiter = strangerFrom(networks, standingAt(taken.failures));
  const hashes = pending.map(({ passwordHash }) => passwordHash);
  const place = await firstRight(hashes, (hash) => verifyPassword(hash, password, waiter)).catch(
    async (error: unknown) => {
      // Not all of them were compared, so nobody failed.
      await refundAttempt(db, platform, { ...counter, taken });
      throw error;
    },
  );
  const found = place === undefined ? undefined : pending[place];
  if (found === undefined) throw new Problem(isReplaced ? 'registration_replaced' : 'invalid_credentials');
  await clearAttempts(db, platform, counter);
  return found;
}
