import { randomBytes } from 'node:crypto';
import { invariant } from '@emporion/kernel';
import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { refuseDisabled } from '../login/finish-login.ts';
import { knownAs } from '../passwords/hashing-line.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { openSession, type TokenPair } from '../sessions/open-session.ts';
import { createUser, type NewUser } from '../users/create-user.ts';
import { tellUserCreated } from '../users/user-created.ts';
import { lockUser } from '../users/users.ts';

export interface DemoAccount {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly username?: string;
  readonly roles?: NonNullable<NewUser['roles']>;
  /** Left out: one that is not known to anybody. */
  readonly password?: string;
  /** For how many days it has been there. */
  readonly ageDays?: number;
}

/** Opens an account of a demo: that of a program, or with a password that of a person. One that is there already stays as it is. */
export async function openDemoAccount(
  db: QueryExecutorProvider,
  platform: Platform,
  { password = randomBytes(32).toString('base64'), ageDays = 0, ...account }: DemoAccount,
): Promise<void> {
  invariant(platform.config.demo, 'demo accounts belong to demo mode');
  const createdAt = new Date(platform.clock.now().getTime() - ageDays * 86_400_000);
  const id = await createUser(db, {
    ...account,
    passwordHash: await hashPassword(password, knownAs('demo')),
    country: 'GR',
    birthday: '1990-05-17',
    language: 'en',
    acceptedAt: createdAt,
    createdAt,
  });
  if (id !== undefined) await tellUserCreated(db, platform, id);
}

/**
 * Opens a session for a program that takes part in a demo: it has no password to show and no device to be remembered.
 * With `secondFactor` the rights of staff count.
 *
 * @throws Problem `account_disabled`.
 */
export function openDemoSession(
  platform: Platform,
  userId: string,
  { secondFactor = false } = {},
): Promise<TokenPair> {
  invariant(platform.config.demo, 'demo sessions belong to demo mode');
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, userId);
    invariant(user !== undefined, 'a session was asked for nobody');
    refuseDisabled(platform, user);
    const origin = { address: '127.0.0.1', place: null, device: 'Demo market' };
    const { access, refresh } = await openSession(transaction, platform, {
      user,
      origin,
      secondFactor,
    });
    return { access, refresh };
  });
}
