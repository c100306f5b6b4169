import type { QueryExecutorProvider } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { welcomeMail } from '#platform/messages/templates/welcome.ts';
import type { Platform } from '#platform/platform.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { mailUser } from '../mail/mail-user.ts';
import type { Origin } from '../origins/origin.ts';
import { hashOf } from '../tokens/tokens.ts';
import { createUser } from '../users/create-user.ts';
import { tellUserCreated } from '../users/user-created.ts';
import { findReferrer } from './referrals.ts';
import {
  lockByToken,
  markVerified,
  RegistrationDetails,
  type RegistrationRow,
} from './registration-store.ts';

/**
 * Opens the account of a registration whose address the token proves.
 *
 * @throws Problem `invalid_token`, `email_already_verified`, or `email_already_registered` when another registration of
 * the same address was verified first.
 */
export async function verifyEmail(
  platform: Platform,
  { token, origin }: { readonly token: string; readonly origin: Origin },
): Promise<{ email: string }> {
  const { clock, database } = platform;
  return database.kysely.transaction().execute(async (transaction) => {
    const found = await lockByToken(transaction, { tokenHash: hashOf(token), now: clock.now() });
    if (found === undefined) throw new Problem('invalid_token');
    if (found.verifiedAt !== null) throw new Problem('email_already_verified');
    await openAccount(transaction, platform, { registration: found, origin });
    return { email: found.email };
  });
}

async function openAccount(
  db: QueryExecutorProvider,
  platform: Platform,
  { registration, origin }: { readonly registration: RegistrationRow; readonly origin: Origin },
): Promise<void> {
  const { email, passwordHash, language, ticketHash, createdAt } = registration;
  const { referralCode, ...details } = RegistrationDetails.parse(registration.details);
  const at = platform.clock.now();
  const userId = await createUser(db, {
    email,
    passwordHash,
    language,
    ...details,
    referredBy: referralCode === null ? null : ((await findReferrer(db, referralCode)) ?? null),
    acceptedAt: createdAt,
    createdAt: at,
  });
  if (userId === undefined) throw new Problem('email_already_registered');
  await markVerified(db, { ticketHash, email, at });
  await recordSecurityEvent(db, { event: 'account_opened', userId, origin });
  await tellUserCreated(db, platform, userId);
  await mailUser(db, platform, {
    user: { email, language, antiPhishingPhrase: null },
    template: welcomeMail,
    params: { name: details.firstName },
  });
}
