import type { kycStatuses, Preferences, StaffRole } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { StoredChoices } from '#platform/messages/notification-choices.ts';
import { emailIs } from './email-folding.ts';
import { usernameSkeleton } from './username-skeleton.ts';

export type UserStatus = 'active' | 'inactive' | 'suspended' | 'banned' | 'closed';

/** Somebody who is suspended may log in, look and cancel, and do nothing with their money. */
export function mayLogIn({ status }: { readonly status: UserStatus }): boolean {
  return status === 'active' || status === 'suspended';
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  /** Empty for everybody who is not staff. */
  readonly roles: readonly StaffRole[];
  readonly status: UserStatus;
  /** The owner froze the account and may thaw it. */
  readonly frozenAt: Date | null;
  /** By a change of its protection or by staff, whichever lasts longer. */
  readonly payoutsFrozenUntil: Date | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly phoneVerifiedAt: Date | null;
  readonly country: string;
  /** A calendar day, such as `1990-05-17`. */
  readonly birthday: string;
  readonly language: Language;
  readonly interface: 'basic' | 'advanced' | null;
  readonly autoLogoutSeconds: number;
  readonly preferences: Partial<Preferences>;
  /** What was chosen, by kind and channel. */
  readonly notifications: StoredChoices;
  readonly antiPhishingPhrase: string | null;
  readonly referralCode: string;
  readonly referredBy: string | null;
  readonly smsFactor: boolean;
  readonly emailFactor: boolean;
  /** The switches of staff; the owner's own is `frozenAt`. */
  readonly tradingEnabled: boolean;
  readonly withdrawalEnabled: boolean;
  /** Only the module kyc changes it. */
  readonly kycState: (typeof kycStatuses)[number];
  /** A password alone has opened it, and nobody has proved its address since. */
  readonly openedUnproved: boolean;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
  readonly closedAt: Date | null;
}

export type UserPatch = Partial<
  Omit<User, 'id' | 'createdAt' | 'referralCode' | 'referredBy' | 'payoutsFrozenUntil' | 'kycState'>
>;

const columns = {
  id: 'id',
  email: 'email',
  username: 'username',
  passwordHash: 'password_hash',
  roles: 'roles',
  status: 'status',
  frozenAt: 'frozen_at',
  payoutsFrozenUntil: 'payouts_frozen_until',
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  phoneVerifiedAt: 'phone_verified_at',
  country: 'country',
  birthday: 'birthday',
  language: 'language',
  interface: 'interface',
  autoLogoutSeconds: 'auto_logout_seconds',
  preferences: 'preferences',
  notifications: 'notifications',
  antiPhishingPhrase: 'anti_phishing_phrase',
  referralCode: 'referral_code',
  referredBy: 'referred_by',
  smsFactor: 'sms_factor',
  emailFactor: 'email_factor',
  tradingEnabled: 'trading_enabled',
  withdrawalEnabled: 'withdrawal_enabled',
  kycState: 'kyc_status',
  openedUnproved: 'opened_unproved',
  createdAt: 'created_at',
  lastLoginAt: 'last_login_at',
  closedAt: 'closed_at',
} as const satisfies Record<keyof User, string>;

const read = {
  // A day leaves the database as text: as a moment it would fall on another day in another time zone.
  birthday: sql`birthday::text`,
  payouts_frozen_until: sql`greatest(payouts_frozen_until, staff_freeze_until)`,
} as Readonly<Record<string, RawBuilder<unknown>>>;

const selection = sql.join(
  Object.entries(columns).map(
    ([name, column]) => sql`${read[column] ?? sql.ref(column)} as ${sql.ref(name)}`,
  ),
);

export function findUser(db: QueryExecutorProvider, id: string): Promise<User | undefined> {
  return one(db, sql`id = ${id}`);
}

/** The account in use under this address, in any case of ASCII letters. A closed account has given its address up. */
export function findUserByEmail(db: QueryExecutorProvider, email: string): Promise<User | undefined> {
  return one(db, sql`${emailIs('email', email)} and status <> 'closed'`);
}

/**
 * Locks the row until the transaction ends, for whoever decides by what it says. Rows that only point to it, such as
 * events, may still be added by others: if they had to wait, two could wait for each other.
 */
export async function lockUser(db: QueryExecutorProvider, id: string): Promise<User | undefined> {
  const { rows } = await sql<User>`select ${selection} from users where id = ${id} for no key update`.execute(
    db,
  );
  return rows[0];
}

async function one(db: QueryExecutorProvider, condition: RawBuilder<unknown>): Promise<User | undefined> {
  const { rows } = await sql<User>`select ${selection} from users where ${condition}`.execute(db);
  return rows[0];
}

/** Changes what the patch names. `preferences` and `notifications` are merged over what is there. */
export async function updateUser(db: QueryExecutorProvider, id: string, patch: UserPatch): Promise<void> {
  const changes = Object.entries(patch)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => change(columns[name as keyof UserPatch], value));
  if (changes.length === 0) return;
  if (patch.username !== undefined) {
    changes.push(change('username_skeleton', usernameSkeleton(patch.username)));
  }
  await sql`update users set ${sql.join(changes)} where id = ${id}`.execute(db);
}

function change(column: string, value: unknown): RawBuilder<unknown> {
  if (column === 'preferences' || column === 'notifications') {
    return sql`${sql.ref(column)} = ${sql.ref(column)} || ${JSON.stringify(value)}::jsonb`;
  }
  return sql`${sql.ref(column)} = ${value}`;
}
