import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Problem } from '#platform/http/problem.ts';
import { hashingCost as cost, dummyHash } from '../work-factors.ts';
import { HashingLine, type Waiter } from './hashing-line.ts';

export { refuseWeakPassword } from './weak-password.ts';

/**
 * Strangers have room for about a second of work: a login takes a comparison or two and a few queries. Later ones are
 * refused at once and retry, as the login page does, which gets more of them in within a few seconds than a long queue.
 */
const waitingMax = { known: 200, strangers: 20 };
const retryAfterSeconds = 1;

/**
 * One for the whole process: hashing is the one thing here that a stranger can make us spend a processor on, and
 * trading needs the others.
 */
const line = new HashingLine({
  waitingMax,
  onFull: () => new Problem('too_many_login_attempts', { retryAfterSeconds }),
});

/** How many strangers wait for their turn. */
export const waitingStrangers = (): number => line.strangersWaiting;

/** Compares a password. Without a hash, because nobody has that address, the same work is done and the answer is no. */
export type Compare = (passwordHash: string | undefined, password: string) => Promise<boolean>;

/**
 * Does work that compares passwords, and everything else that it needs, when it is its turn: a flood then has neither
 * the processors nor the database for itself.
 *
 * @throws Problem `too_many_login_attempts` when too many wait for their turn; nothing has been done then.
 */
export function inTurn<Value>(waiter: Waiter, work: (compare: Compare) => Promise<Value>): Promise<Value> {
  return line.run(() => work(compareNow), waiter);
}

/** @throws Problem `too_many_login_attempts` when too many wait for their turn. */
export function hashPassword(password: string, waiter: Waiter): Promise<string> {
  return line.run(() => hash(password.normalize('NFKC'), cost), waiter);
}

/** @throws Problem `too_many_login_attempts` when too many wait for their turn. */
export function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  waiter: Waiter,
): Promise<boolean> {
  return line.run(() => compareNow(passwordHash, password), waiter);
}

const compareNow: Compare = async (passwordHash, password) => {
  // An invited account has a placeholder until its owner chooses a password.
  const isHash = passwordHash?.startsWith('$argon2') === true;
  const isRight = await verify(isHash ? passwordHash : dummyHash, password.normalize('NFKC'));
  return isHash && isRight;
};

/** Whether a hash was made at another cost than today's, so that the next login renews it. */
export function needsRehash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
  return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism;
}
