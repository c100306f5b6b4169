import { findUser, type User } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

/** @throws Problem account_not_found, also for one that is closed. */
export async function requireAccount({ database }: Pick<Platform, 'database'>, id: string): Promise<User> {
  const user = await findUser(database.kysely, id);
  if (!user || user.status === 'closed') throw new Problem('account_not_found');
  return user;
}
