import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { welcomeMail } from '#platform/messages/templates/welcome.ts';
import type { Platform } from '#platform/platform.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { mailUser } from '../mail/mail-user.ts';
import type { Origin } from '../origins/origin.ts';
import { createUser } from '../users/create-user.ts';
import { noteEmailProved } from '../users/require-proved.ts';
import { tellUserCreated } from '../users/user-created.ts';
import { findUserByEmail, type User } from '../users/users.ts';
import { findReferrer } from './referrals.ts';
import {
  lockPending,
  markVerified,
  RegistrationDetails,
  type RegistrationRow,
} from './registration-store.ts';
import { spendVerifyingLinks } from './verifying-links.ts';

interface AccountToOpen {
  readonly registration: RegistrationRow;
  /** As the mail had it: another spelling of it may be another mailbox. */
  readonly email: string;
  readonly origin: Origin;
}

/** By the link of a mail. @throws Problem `email_already_verified` when another registration of the address was opened first. */
export async function openAccount(
  db: QueryExecutorProvider,
  platform: Platform,
  { registration, email, origin }: AccountToOpen,
): Promise<void> {
  const { language, ticketHash } = registration;
  const userId = await createFrom(db, platform, { registration, email, isUnproved: false });
  if (userId === undefined) throw new Problem('email_already_verified');
  await markVerified(db, { ticketHash, at: platform.clock.now() });
  await spendVerifyingLinks(db, platform, email);
  await recordSecurityEvent(db, { event: 'account_opened', userId, origin });
  await tellUserCreated(db, platform, userId);
  await mailUser(db, platform, {
    user: { email, language, antiPhishingPhrase: null },
    template: welcomeMail,
    params: { name: RegistrationDetails.parse(registration.details).firstName },
  });
}

/**
 * By the password that was chosen, where no proof of the address is required to log in. The links in the box go on counting, and the registration waits for them.
 * Undefined when it is gone, or the address has an account by now.
 */
export function openUnproved(
  platform: Platform,
  { email, ticketHash, origin }: { email: string; ticketHash: Buffer; origin: Origin },
): Promise<User | undefined> {
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const waiting = await lockPending(transaction, { email, now: platform.clock.now() });
    const registration = waiting.find((row) => row.ticketHash.equals(ticketHash));
    if (registration === undefined) return undefined;
    const asked = { registration, email: registration.email, isUnproved: true };
    const userId = await createFrom(transaction, platform, asked);
    if (userId === undefined) return undefined;
    await recordSecurityEvent(transaction, {
      ...{ event: 'account_opened', userId, origin },
      details: { proved: false },
    });
    await tellUserCreated(transaction, platform, userId);
    return findUserByEmail(transaction, registration.email);
  });
}

async function createFrom(
  db: QueryExecutorProvider,
  { clock }: Platform,
  {
    registration,
    email,
    isUnproved,
  }: Pick<AccountToOpen, 'registration' | 'email'> & { isUnproved: boolean },
): Promise<string | undefined> {
  const { passwordHash, language, createdAt } = registration;
  const { referralCode, ...details } = RegistrationDetails.parse(registration.details);
  const referredBy = referralCode === null ? null : ((await findReferrer(db, referralCode)) ?? null);
  return createUser(db, {
    ...{ email, passwordHash, language, ...details, referredBy, isUnproved },
    ...{ acceptedAt: createdAt, createdAt: clock.now() },
  });
}

/** A link that went to the address of an account that a password alone has opened, pressed by whoever has that password. */
export async function proveAccount(platform: Platform, { user, origin }: { user: User; origin: Origin }) {
  const { id: userId, email, firstName } = user;
  await platform.database.kysely.transaction().execute(async (transaction) => {
    await noteEmailProved(transaction, platform, userId);
    await sql`
      update registrations set verified_at = ${platform.clock.now()}
      where verified_at is null and email = ${email} and password_hash = ${user.passwordHash}
    `.execute(transaction);
    await spendVerifyingLinks(transaction, platform, email);
    await recordSecurityEvent(transaction, { event: 'email_proved', userId, actorId: userId, origin });
    await mailUser(transaction, platform, { user, template: welcomeMail, params: { name: firstName } });
  });
}
