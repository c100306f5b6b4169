import type { Network } from '#platform/http/address-key.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import {
  type AttemptPolicy,
  type AttemptState,
  clearAttempts,
  countAttempt,
  readAttempts,
  refundAttempt,
  type TakenAttempt,
  takeAttempt,
} from '../attempts/attempts.ts';
import { spendCaptcha } from '../captcha/captcha.ts';
import { accountPolicy, addressPolicyOf, captchaAfter, devicePolicy } from './policies.ts';

export interface LoginAttempt {
  readonly email: string;
  /** What the address is counted under. Not for a known device: what strangers do there is not its fault. */
  readonly networks: readonly Network[];
  /** The token of a device that logged in to this account before; undefined for a stranger. */
  readonly knownDevice: string | undefined;
  readonly captcha: string | undefined;
  /** Whether the solved puzzle gave the attempt its place in the password queue; it is spent then, due or not. */
  readonly isPuzzleShown: boolean;
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
  {
    email,
    networks,
    knownDevice,
  }: Pick<LoginAttempt, 'networks' | 'knownDevice'> & { readonly email?: string | undefined },
): Promise<boolean> {
  const db = platform.database.kysely;
  const counters = countersOf({ email, networks, knownDevice });
  const states = await Promise.all(counters.map((counter) => readAttempts(db, platform, counter)));
  return isDue(counters, states);
}

/**
 * Lets an attempt through, counted as a failure until it turns out to be none.
 *
 * @throws Problem `too_many_login_attempts` for an address that failed too often, `account_locked` for an e-mail or a known device that did,
 * `wrong_captcha` when a puzzle is due and was not solved; in this order.
 */
export async function passGate(platform: Platform, attempt: LoginAttempt): Promise<CountedAttempt> {
  const db = platform.database.kysely;
  const counters = countersOf(attempt);
  const states = await Promise.all(counters.map((counter) => readAttempts(db, platform, counter)));
  for (const [index, { refusal }] of counters.entries())
    refuseBlocked(refusal, states[index]?.blockedSeconds ?? 0);

  let isSolved = false;
  const solve = async () => {
    await spendCaptcha(db, platform, { captcha: attempt.captcha, action: 'login' });
    isSolved = true;
  };
  // Of many at once, none is judged by a count that the others have not reached yet: without a puzzle an attempt is
  // counted only where the count says, in the same step, that none is due.
  const take = async (counter: GateCounter): Promise<TakenAttempt> => {
    if (!isSolved) {
      const taken = await countAttempt(db, platform, { ...counter, below: counter.freely });
      if (taken !== undefined) return taken;
      await solve();
    }
    const taken = await takeAttempt(db, platform, counter);
    refuseBlocked(counter.refusal, taken.blockedSeconds);
    return taken;
  };
  const counted: (GateCounter & { readonly taken: TakenAttempt })[] = [];
  const refund = async () => {
    for (const counter of counted) await refundAttempt(db, platform, counter);
  };
  if (attempt.isPuzzleShown || isDue(counters, states)) await solve();
  try {
    for (const counter of counters) counted.push({ ...counter, taken: await take(counter) });
  } catch (error) {
    // Nothing was compared, so nobody has failed.
    await refund();
    throw error;
  }
  return {
    failures: counted.at(-1)?.taken.failures ?? 0,
    refund,
    forgive: () => forgiveAttempts(platform, attempt),
  };
}

/** Clears what a successful login clears: the count of the known device or, for a stranger, that of the e-mail. */
export async function forgiveAttempts(
  platform: Platform,
  { email, knownDevice }: Pick<LoginAttempt, 'email' | 'knownDevice'>,
): Promise<void> {
  for (const counter of countersOf({ email, networks: [], knownDevice })) {
    await clearAttempts(platform.database.kysely, platform, counter);
  }
}

interface GateCounter {
  readonly policy: AttemptPolicy;
  readonly subject: string;
  /** So many are let through without a puzzle. */
  readonly freely: number;
  /** How whoever is blocked by it is answered. */
  readonly refusal: 'too_many_login_attempts' | 'account_locked';
}

/** Where an attempt is counted: a stranger in the networks of the address and, last, under what was typed; a known device under itself alone. */
function countersOf({
  email,
  networks,
  knownDevice,
}: Pick<LoginAttempt, 'networks' | 'knownDevice'> & { readonly email?: string | undefined }): GateCounter[] {
  const subject = { freely: captchaAfter.subject, refusal: 'account_locked' } as const;
  if (knownDevice !== undefined) return [{ ...subject, policy: devicePolicy, subject: knownDevice }];
  const counters: GateCounter[] = networks.map((network) => ({
    policy: addressPolicyOf(network),
    subject: network.key,
    freely: captchaAfter.address * network.callers,
    refusal: 'too_many_login_attempts',
  }));
  if (email !== undefined) counters.push({ ...subject, policy: accountPolicy, subject: email });
  return counters;
}

function isDue(counters: readonly GateCounter[], states: readonly AttemptState[]): boolean {
  return states.some(({ failures }, index) => failures >= (counters[index]?.freely ?? 0));
}

function refuseBlocked(code: GateCounter['refusal'], blockedSeconds: number): void {
  if (blockedSeconds > 0) throw new Problem(code, { retryAfterSeconds: blockedSeconds });
}
