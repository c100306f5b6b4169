import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { lockUser, type User } from '../users/users.ts';
import { type FoundToken, findToken, spendToken, type TokenGiven } from './tokens.ts';

/**
 * Uses up a token with which its owner's account changes. The account is locked first: another change of it revokes
 * tokens, and would wait for this one while this one waits for the account. Undefined as `spendToken` has it.
 */
export async function spendWithOwner(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'clock'>,
  given: TokenGiven,
): Promise<{ readonly token: FoundToken; readonly user: User } | undefined> {
  const found = await findToken(db, platform, given);
  const user = found?.userId ? await lockUser(db, found.userId) : undefined;
  // From here on nobody else changes the account; whoever did so before may have revoked the token.
  const token = user && (await spendToken(db, platform, given));
  return user && token && { token, user };
}
