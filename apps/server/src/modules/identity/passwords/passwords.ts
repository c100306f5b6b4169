import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Problem } from '#platform/http/problem.ts';
import { HashingLine } from './hashing-line.ts';

export { refuseWeakPassword } from './weak-password.ts';

/** Argon2id, the library's default, with the memory and passes that OWASP asks for. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** About a second of work on a slow machine. Whoever comes later is told to come back. */
const waitingMax = 40;
const retryAfterSeconds = 5;

/**
 * One for the whole process: hashing is the one thing here that a stranger can make us spend a processor on, and
 * trading needs the others.
 */
const line = new HashingLine({
  waitingMax,
  onFull: () => new Problem('too_many_login_attempts', { retryAfterSeconds }),
});

/**
 * Those who wait take turns by `who`: an address, or the account of somebody logged in.
 *
 * @throws Problem `too_many_login_attempts` when too many wait for theirs.
 */
export function hashPassword(password: string, who?: string): Promise<string> {
  return line.run(() => hash(password.normalize('NFKC'), cost), who);
}

/**
 * Compares a password. Without a hash, because nobody has that address, the same work is done and the answer is no.
 *
 * @throws Problem `too_many_login_attempts` when too many wait for theirs.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  who?: string,
): Promise<boolean> {
  const isRight = await line.run(() => verify(passwordHash ?? dummyHash, password.normalize('NFKC')), who);
  return isRight && passwordHash !== undefined;
}

/** Whether a hash was made at another cost than today's, so that the next login renews it. */
export function needsRehash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
  return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism;
}

/** Made at today's cost from random bytes that nobody kept. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$1MR2rnaUMYdCW2YZS5/wiw$HiUAsiNh1nnzrPpD4NRaNqvCpws/s9/b4ix9EB0zKY8';
