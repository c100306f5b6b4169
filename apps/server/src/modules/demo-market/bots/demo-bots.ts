import { marketMakerLabel } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { findUserByEmail, openDemoAccount } from '#modules/identity/index.ts';
import type { Platform } from '#platform/platform.ts';

/** Accounts like everybody's. There are several of each, because one account may place only so many orders in a day. */
export const demoMakers = [
  { email: 'maker@emporion.test', firstName: 'Mara', lastName: 'Maker' },
  { email: 'maker2@emporion.test', firstName: 'Milo', lastName: 'Maker' },
] as const;

export const demoTakers = [
  { email: 'taker@emporion.test', firstName: 'Tara', lastName: 'Taker' },
  { email: 'taker2@emporion.test', firstName: 'Timo', lastName: 'Taker' },
  { email: 'taker3@emporion.test', firstName: 'Tilda', lastName: 'Taker' },
  { email: 'taker4@emporion.test', firstName: 'Tycho', lastName: 'Taker' },
] as const;

export async function seedDemoBots(db: QueryExecutorProvider, platform: Platform): Promise<void> {
  for (const bot of [...demoMakers, ...demoTakers]) await openDemoAccount(db, platform, bot);
  await sql`update users set labels = ${[marketMakerLabel]}::text[] where email = any (${demoMakers.map(({ email }) => email)}::text[]) and labels = '{}'`.execute(
    db,
  );
}

/** The ids of those who are there; somebody may have closed an account. */
export async function idsOf(
  { database }: Pick<Platform, 'database'>,
  accounts: readonly { readonly email: string }[],
): Promise<string[]> {
  const users = await Promise.all(accounts.map(({ email }) => findUserByEmail(database.kysely, email)));
  return users.flatMap((user) => (user?.status === 'active' ? [user.id] : []));
}
