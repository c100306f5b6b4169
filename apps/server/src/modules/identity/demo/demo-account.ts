import { randomBytes } from 'node:crypto';
import { invariant } from '@emporion/kernel';
import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { refuseDisabled } from '../login/finish-login.ts';
import { knownAs } from '../passwords/hashing-line.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { openSession, type TokenPair } from '../sessions/open-session.ts';
import { createUser } from '../users/create-user.ts';
import { tellUserCreated } from '../users/user-created.ts';
import { lockUser } from '../users/users.ts';

export interface DemoAccount {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Opens the account of a program that takes part in a demo. Nobody knows its password. One that is there already stays as it is. */
export async function openDemoAccount(
  db: QueryExecutorProvider,
  platform: Platform,
  account: DemoAccount,
): Promise<void> {
  invariant(platform.config.demo, 'demo accounts belong to demo mode');
  const now = platform.clock.now();
  const id = await createUser(db, {
    ...account,
    passwordHash: await hashPassword(randomBytes(32).toString('base64'), knownAs('demo')),
    country: 'GR',
    birthday: '1990-05-17',
    language: 'en',
    acceptedAt: now,
    createdAt: now,
  });
  if (id !== undefined) await tellUserCreated(db, platform, id);
}

/**
 * Opens a session for a program that takes part in a demo: it has no password to show and no device to be remembered.
 *
 * @throws Problem `account_disabled`.
 */
export function openDemoSession(platform: Platform, userId: string): Promise<TokenPair> {
  invariant(platform.config.demo, 'demo sessions belong to demo mode');
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, userId);
    invariant(user !== undefined, 'a session was asked for nobody');
    refuseDisabled(platform, user);
    const origin = { address: '127.0.0.1', place: null, device: 'Demo market' };
    const { access, refresh } = await openSession(transaction, platform, {
      user,
      origin,
      secondFactor: false,
    });
    return { access, refresh };
  });
}
