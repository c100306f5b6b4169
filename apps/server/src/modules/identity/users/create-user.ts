import { randomInt } from 'node:crypto';
import { invariant } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { newReferralCode } from '../registration/referrals.ts';
import { emailIs } from './email-folding.ts';
import { looksLikeStaff } from './reserved-usernames.ts';
import { usernameSkeleton } from './username-skeleton.ts';
import type { User } from './users.ts';

export interface NewUser
  extends Pick<
    User,
    'email' | 'passwordHash' | 'firstName' | 'lastName' | 'country' | 'birthday' | 'language'
  > {
  readonly username?: string;
  readonly roles?: User['roles'];
  readonly phone?: string | null;
  readonly referredBy?: string | null;
  readonly newsletter?: boolean;
  /** Nobody has proved that mail to the address reaches them. */
  readonly isUnproved?: boolean;
  /** When terms and privacy were agreed to. */
  readonly acceptedAt: Date;
  readonly createdAt: Date;
}

/** Six random digits collide rarely and codes hardly ever; a handful of tries always finds free ones. */
const triesMax = 10;

/**
 * Opens an account. Undefined when its address is taken by now. A name that is taken is replaced by another.
 */
export async function createUser(db: QueryExecutorProvider, user: NewUser): Promise<string | undefined> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const id = await insertUser(db, user, user.username ?? usernameFor(user.firstName));
    if (id !== undefined) return id;
    const { rows } = await sql`
      select from users where ${emailIs('email', user.email)} and status <> 'closed'
    `.execute(db);
    if (rows.length > 0) return undefined;
    invariant(user.username === undefined, 'a user name that was asked for is taken');
  }
  throw new Error('No free user name was found.');
}

async function insertUser(
  db: QueryExecutorProvider,
  user: NewUser,
  username: string,
): Promise<string | undefined> {
  const { roles = [], phone = null, referredBy = null, newsletter = false, acceptedAt, createdAt } = user;
  const { isUnproved = false } = user;
  const { rows } = await sql<{ id: string }>`
    insert into users (
      email, username, username_skeleton, password_hash, roles, first_name, last_name, phone, country, birthday, language,
      notifications, referral_code, referred_by, terms_accepted_at, privacy_accepted_at, created_at, opened_unproved,
      email_verified_at
    )
    select
      ${user.email}, ${username}, ${usernameSkeleton(username)}, ${user.passwordHash}, ${[...roles]}::text[], ${user.firstName},
      ${user.lastName}, ${phone}, ${user.country}, ${user.birthday}::date, ${user.language},
      ${JSON.stringify({ 'newsletter.mail': newsletter ? 'now' : 'off' })}::jsonb, ${newReferralCode()}, ${referredBy}, ${acceptedAt}, ${acceptedAt},
      ${createdAt}, ${isUnproved}, ${isUnproved ? null : createdAt}
    where not exists (
      select from released_usernames
      where skeleton = ${usernameSkeleton(username)} and reserved_until > ${createdAt}::timestamptz
    )
    on conflict do nothing
    returning id
  `.execute(db);
  return rows[0]?.id;
}

/** `theo-482913`: a name to begin with, which its owner may change. It tells nothing of the address. */
function usernameFor(firstName: string): string {
  const base = firstName
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 20);
  return `${base === '' || looksLikeStaff(base) ? 'trader' : base}-${randomInt(100_000, 1_000_000)}`;
}
