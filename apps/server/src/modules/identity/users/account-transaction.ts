import type { Transaction } from 'kysely';
import { KeyedTurns } from '#platform/concurrency/keyed-turns.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

/** More than any page sends at once. */
const waitingMax = 50;
const retryAfterSeconds = 1;

const turns = new KeyedTurns({
  waitingMax,
  onFull: () => new Problem('too_many_requests', { retryAfterSeconds }),
});

export interface AccountWork {
  readonly userId: string;
  /** Each is a line of its own: whoever floods one keeps the owner neither from logging in nor from shutting others out. */
  readonly lane?: 'change' | 'login' | 'rescue';
}

/**
 * A transaction that changes one account. Those of the same account would wait for its lock, each with a connection in
 * its hands; here they wait before they take one, so that one person's calls leave connections to everybody else.
 *
 * @throws Problem `too_many_requests` when too many wait.
 */
export function accountTransaction<Result>(
  { database }: Pick<Platform, 'database'>,
  { userId, lane = 'change' }: AccountWork,
  work: (transaction: Transaction<unknown>) => Promise<Result>,
): Promise<Result> {
  return turns.run(`${lane}:${userId}`, () => database.kysely.transaction().execute(work));
}
