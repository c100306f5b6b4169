import type { QueryExecutorProvider } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { lockUser, type User } from './users.ts';

/**
 * The caller's own account, locked until the transaction ends: two changes at once are made one after the other.
 * Lock it before codes and counters, always: then no two transactions wait for each other.
 *
 * @throws Problem `token_not_valid` for one that was closed a moment ago.
 */
export async function requireUser(db: QueryExecutorProvider, userId: string): Promise<User> {
  const user = await lockUser(db, userId);
  if (!user || user.status === 'closed') throw new Problem('token_not_valid');
  return user;
}
