import { findUser, type User } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

/** @throws Problem account_not_found, also for one that is closed. */
export async function requireAccount({ database }: Pick<Platform, 'database'>, id: string): Promise<User> {
  const user = await findUser(database.kysely, id);
  if (!user || user.status === 'closed') throw new Problem('account_not_found');
  return user;
}

/** What staff do to users they do not do to each other: the role goes first. @throws Problem account_has_role. */
export function requireNoRole({ roles }: User): void {
  if (roles.length > 0) throw new Problem('account_has_role');
}
