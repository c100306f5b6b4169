import type { LoginAnswer, LoginHold } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import type { Network } from '#platform/http/address-key.ts';
import { Buckets } from '#platform/http/caller-limit.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { readSolved } from '../captcha/captcha.ts';
import { ShownPuzzles } from '../captcha/shown-puzzles.ts';
import { confirmationChoices } from '../confirmation/confirmation-choices.ts';
import type { SecondStepChoices } from '../factors/second-step.ts';
import type { Origin } from '../origins/origin.ts';
import { firstRight } from '../passwords/first-right.ts';
import { knownAs, strangerFrom } from '../passwords/hashing-line.ts';
import { type Compare, hashPassword, inTurn, needsRehash } from '../passwords/passwords.ts';
import { RecentFailures } from '../passwords/recent-failures.ts';
import { openUnproved } from '../registration/open-account.ts';
import { pendingPasswordOf } from '../registration/registration-store.ts';
import { issueToken } from '../tokens/tokens.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { findUserByEmail, lockUser, type User } from '../users/users.ts';
import { ownerOfDevice } from './devices.ts';
import { finishLogin, refuseDisabled } from './finish-login.ts';
import { loginChoices } from './login-choices.ts';
import { type CountedAttempt, passGate } from './login-gate.ts';
import { holdOf } from './login-hold.ts';
import { accountPolicy } from './policies.ts';
import { proveSecondStep } from './prove-second-step.ts';

export const ticketLifeSeconds = 600;

export interface PasswordLogin {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
  readonly captcha?: string | undefined;
  readonly device?: string | undefined;
  readonly origin: Origin;
  /** What the caller's address is counted under. */
  readonly networks: readonly Network[];
}

/** So many logins of one account go before strangers, so that nobody fills the line with those of a few accounts. */
const knownLogins = new Buckets({ burst: 60, perSecond: 1 });

const failures = new RecentFailures();
const shownPuzzles = new ShownPuzzles();

/**
 * Logs in with a password, or asks for the second step.
 *
 * @throws Problem in this order: `too_many_login_attempts`, `account_locked`, `wrong_captcha`, `invalid_credentials`,
 * `email_not_verified`, `account_disabled`, and those of the second step when a code was given.
 */
export async function logIn(platform: Platform, login: PasswordLogin): Promise<LoginAnswer> {
  const db = platform.database.kysely;
  const owner = await ownerOfDevice(db, { token: login.device, email: login.email });
  const isKnown = owner !== undefined && knownLogins.take(owner);
  const puzzle = isKnown ? undefined : await showPuzzle(platform, login);
  const waiter = isKnown ? knownAs(owner) : rankedStranger(platform, login, puzzle !== undefined);
  const knownDevice = owner === undefined ? undefined : login.device;
  let hadTurn = false;
  const { user, attempt } = await inTurn(waiter, async (compare) => {
    hadTurn = true;
    const isPuzzleShown = puzzle !== undefined;
    const counted = await passGate(platform, {
      ...login,
      captcha: login.captcha,
      knownDevice,
      isPuzzleShown,
    });
    const user = await provePassword(platform, login, { attempt: counted, compare }).catch(
      (error: unknown) => {
        const isWrong = error instanceof Problem && error.code === 'invalid_credentials';
        if (isWrong && owner === undefined) failures.note(login, platform.clock.now());
        throw error;
      },
    );
    return { user, attempt: counted };
  }).finally(() => {
    if (!hadTurn && puzzle !== undefined) shownPuzzles.takeBack(puzzle);
  });
  refuseDisabled(platform, user);
  const answer = await continueLogin(platform, {
    login,
    user,
    ...(await choicesOf(platform, { login, user, isKnown: owner === user.id, failures: attempt.failures })),
  });
  if (answer.status === 'signed_in') {
    await attempt.forgive();
    await renewHash(platform, user, login.password);
  }
  return answer;
}

function rankedStranger({ clock }: Platform, login: PasswordLogin, hasProof: boolean) {
  return strangerFrom(login.networks, { rank: failures.rankOf(login, clock.now()), hasProof });
}

/** The puzzle that this login solved, if no login before it came with the same solution. */
async function showPuzzle(platform: Platform, { captcha }: PasswordLogin): Promise<string | undefined> {
  const solved = await readSolved(platform, { captcha, action: 'login' });
  const isFirst = solved && shownPuzzles.show(solved.challenge, { now: platform.clock.now(), ...solved });
  return isFirst ? solved.challenge : undefined;
}

interface Judged {
  readonly login: PasswordLogin;
  readonly user: User;
  /** Whether this device has logged in to this account before. */
  readonly isKnown: boolean;
  /** Under this e-mail, with this attempt. */
  readonly failures: number;
}

/** By what the login goes on. A second factor that is on settles whether the device is the owner's. */
async function choicesOf(
  platform: Platform,
  { login: { origin }, user, isKnown, failures }: Judged,
): Promise<SecondStepChoices & { readonly reason?: LoginHold }> {
  const choices = await loginChoices(platform, user);
  if (choices.methods.length > 0) return choices;
  const reason = await holdOf(platform, { user, origin, isKnown, failuresBefore: failures - 1 });
  if (reason === undefined) return choices;
  return { ...(await confirmationChoices(platform.database.kysely, user.id)), reason };
}

interface Attempted {
  readonly attempt: CountedAttempt;
  readonly compare: Compare;
}

/**
 * Does the same work for every address: one reading and one comparison, and on failure another one and a note, whether
 * or not a registration waits there, for the time would tell. Whoever registers an address chose the password that
 * waits there, so it is answered alike whether or not the address has an account: else registering would tell. Where the proof of an address is not required to
 * log in, that password opens the account instead.
 */
async function provePassword(
  platform: Platform,
  login: PasswordLogin,
  { attempt, compare }: Attempted,
): Promise<User> {
  const db = platform.database.kysely;
  const { email, origin } = login;
  // In this order: what waits no more when it is looked for has an account by then.
  const pending = await pendingPasswordOf(db, { email, now: platform.clock.now() });
  const user = await findUserByEmail(db, email);
  const right = await firstRight([user?.passwordHash, pending?.passwordHash], (hash) =>
    compare(hash, login.password),
  );
  if (right === undefined) {
    const details = { failures: attempt.failures, locked: attempt.failures >= accountPolicy.freeFailures };
    await recordSecurityEvent(db, { event: 'login_failed', userId: user?.id, origin, details });
    throw new Problem('invalid_credentials');
  }
  await attempt.refund();
  if (user !== undefined && right === 0) return user;
  const isOpen = user === undefined && pending !== undefined && !settingsOf(platform).requirements.email;
  const opened = isOpen ? await openUnproved(platform, { ...pending, email, origin }) : undefined;
  if (opened === undefined) throw new Problem('email_not_verified');
  return opened;
}

interface Continuation extends SecondStepChoices {
  readonly reason?: LoginHold;
  readonly login: PasswordLogin;
  readonly user: User;
}

async function continueLogin(
  platform: Platform,
  { login, user, methods, targets, reason }: Continuation,
): Promise<LoginAnswer> {
  const { origin, device, code } = login;
  const { id: userId, passwordHash } = user;
  if (methods.length === 0) {
    return accountTransaction(platform, { userId, lane: 'login' }, (transaction) =>
      finishLogin(transaction, platform, { userId, method: 'password', origin, device, passwordHash }),
    );
  }
  const method = methods.includes('totp') ? 'totp' : 'backup';
  if (code !== undefined && methods.includes(method)) {
    await proveSecondStep(platform, { userId, method, code, origin, device });
    return accountTransaction(platform, { userId, lane: 'login' }, (transaction) =>
      finishLogin(transaction, platform, { userId, method, origin, device, passwordHash }),
    );
  }
  const ticket = await issueTicket(platform, user);
  return { status: 'second_step', ticket, methods, targets, ...(reason && { reason }) };
}

/** A change of the password revokes tickets, so none may be given out after it for the password of before. */
function issueTicket(platform: Platform, { id: userId, passwordHash }: User): Promise<string> {
  return accountTransaction(platform, { userId, lane: 'login' }, async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (user?.passwordHash !== passwordHash) throw new Problem('invalid_credentials');
    return issueToken(transaction, platform, {
      userId,
      purpose: 'login_ticket',
      lifeSeconds: ticketLifeSeconds,
    });
  });
}

/** A hash made at another cost is made anew while the password is at hand; when there is no time for it, next time. */
async function renewHash({ database }: Platform, user: User, password: string): Promise<void> {
  if (!needsRehash(user.passwordHash)) return;
  const renewed = await hashPassword(password, knownAs(user.id)).catch(() => undefined);
  if (renewed === undefined) return;
  await sql`
    update users set password_hash = ${renewed} where id = ${user.id} and password_hash = ${user.passwordHash}
  `.execute(database.kysely);
}
