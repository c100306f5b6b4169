import type { QueryExecutorProvider } from 'kysely';
import type { Network } from '#platform/http/address-key.ts';
import type { Platform } from '#platform/platform.ts';
import { keyedHash } from '../keys.ts';
import { mailUser } from '../mail/mail-user.ts';
import { knownAddressMail, verifyMail } from '../mail/registration-mails.ts';
import { countStrangersMail, mayMailStranger } from '../mail/stranger-mail.ts';
import { hashOf } from '../tokens/tokens.ts';
import { findUserByEmail } from '../users/users.ts';
import { noteMail, type RegistrationRow } from './registration-store.ts';

export const registrationLifeHours = 48;

type Needs = Pick<Platform, 'config' | 'clock' | 'messages'>;

/**
 * Writes to the address of a registration: the link that verifies it, or that it has an account already.
 *
 * @throws Problem `too_many_verification_attempts` when too many were sent for the same caller today.
 */
export async function sendVerifyingMail(
  db: QueryExecutorProvider,
  platform: Needs,
  {
    registration,
    email,
    networks,
  }: {
    readonly registration: Pick<RegistrationRow, 'ticketHash' | 'details' | 'language'>;
    readonly email: string;
    /** What whoever has it sent is counted under. */
    readonly networks: readonly Network[];
  },
): Promise<void> {
  const { ticketHash, details, language } = registration;
  await countStrangersMail(db, platform, networks);
  const owner = await findUserByEmail(db, email);
  const token = tokenOf(platform, { ticketHash, email });
  const at = platform.clock.now();
  await noteMail(db, { ticketHash, email, tokenHash: owner === undefined ? hashOf(token) : null, at });
  if (!(await mayMailStranger(db, platform, email))) return;
  if (owner !== undefined) {
    await mailUser(db, platform, {
      user: owner,
      template: knownAddressMail,
      params: { name: owner.firstName },
    });
    return;
  }
  const params = { name: plainName(details.firstName), token, hours: registrationLifeHours };
  await mailUser(db, platform, {
    user: { email, language, antiPhishingPhrase: null },
    template: verifyMail,
    params,
  });
}

/** Anybody can register anybody's address, so a name that could be an advertisement or a link is left out. */
function plainName(name: string): string | undefined {
  return /^[\p{L}\p{M}'’ -]{1,40}$/u.test(name) ? name : undefined;
}

/**
 * Computed and not drawn, so that every mail to the same address carries the same link, whichever is opened. Addresses
 * that are written differently may be different mailboxes.
 */
function tokenOf(
  { config }: Pick<Platform, 'config'>,
  { ticketHash, email }: { readonly ticketHash: Buffer; readonly email: string },
): string {
  const text = `${ticketHash.toString('base64url')}:${email}`;
  return keyedHash(config, 'registration', text).toString('base64url');
}
