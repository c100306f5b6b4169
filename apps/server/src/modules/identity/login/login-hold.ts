import type { LoginHold } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { isDemoUser } from '#platform/demo/demo-users.ts';
import type { Platform } from '#platform/platform.ts';
import type { Origin } from '../origins/origin.ts';
import type { User } from '../users/users.ts';
import { captchaAfter } from './policies.ts';

interface PasswordProved {
  readonly user: User;
  readonly origin: Origin;
  /** Whether this device has logged in to this account before. */
  readonly isKnown: boolean;
  /** Failed attempts of strangers under this e-mail before this one. */
  readonly failuresBefore: number;
}

/**
 * Why a login that proved the password alone has to enter a code from a mail too. Undefined: it has
 * not to. A known device is never held, in whatever country it is, and a first login is not either:
 * there is nothing to compare it with. An exchange that cannot send mails holds no login.
 */
export async function holdOf(
  { config, database }: Pick<Platform, 'config' | 'database'>,
  { user, origin, isKnown, failuresBefore }: PasswordProved,
): Promise<LoginHold | undefined> {
  const sendsMails = config.demo || config.smtpUrl !== undefined;
  if (isKnown || !sendsMails || isDemoUser(config, user.email)) return undefined;
  // The mailbox of an account that a password alone has opened may be anybody's.
  if (user.lastLoginAt === null || user.openedUnproved) return undefined;
  if (failuresBefore >= captchaAfter.subject) return 'suspicious_activity';
  const isUsual = await wasSeenAt(database.kysely, { userId: user.id, place: origin.place });
  return isUsual ? 'device_not_recognized' : 'location_suspicious';
}

/** Whether a device of the account was at this place when it was last seen. An unknown place is no unusual one. */
async function wasSeenAt(
  db: QueryExecutorProvider,
  { userId, place }: { readonly userId: string; readonly place: string | null },
): Promise<boolean> {
  if (place === null) return true;
  const { rows } = await sql<{ seen: number; here: number }>`
    select count(place)::int as seen, count(*) filter (where place = ${place})::int as here
    from user_devices where user_id = ${userId}
  `.execute(db);
  const [{ seen, here } = { seen: 0, here: 0 }] = rows;
  return seen === 0 || here > 0;
}
