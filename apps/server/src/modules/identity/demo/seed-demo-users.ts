import type { QueryExecutorProvider } from 'kysely';
import { demoPassword, demoUsers } from '#platform/demo/demo-users.ts';
import type { Platform } from '#platform/platform.ts';
import { knownAs } from '../passwords/hashing-line.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { createUser } from '../users/create-user.ts';
import { tellUserCreated } from '../users/user-created.ts';

/** Traders and staff, verified. Whoever is there already stays as they are. */
export async function seedDemoUsers(db: QueryExecutorProvider, platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const passwordHash = await hashPassword(demoPassword, knownAs('demo'));
  for (const { email, firstName, lastName, roles } of demoUsers) {
    const id = await createUser(db, {
      email,
      passwordHash,
      firstName,
      lastName,
      username: firstName.toLowerCase(),
      roles,
      country: 'GR',
      birthday: '1990-05-17',
      language: 'en',
      acceptedAt: now,
      createdAt: now,
    });
    if (id !== undefined) await tellUserCreated(db, platform, id);
  }
}
