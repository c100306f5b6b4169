import type { QueryExecutorProvider } from 'kysely';
import { type Network, widestOf } from '#platform/http/address-key.ts';
import type { Platform } from '#platform/platform.ts';
import { mailUser } from '../mail/mail-user.ts';
import { knownAddressMail, verifyMail } from '../mail/registration-mails.ts';
import { countStrangersMail, takeStrangersMail } from '../mail/stranger-mail.ts';
import { findUserByEmail } from '../users/users.ts';
import { noteMail, noteMailed, type RegistrationRow } from './registration-store.ts';
import { issueVerifyingLink, verifyingLifeSeconds } from './verifying-links.ts';

type Needs = Pick<Platform, 'config' | 'clock' | 'messages'>;

/**
 * Writes to the address of a registration: the link that verifies it, or that it has an account already. Answers the
 * seconds until a mail may go out; 0 when it did. Until then the links in the box count for this registration too.
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
): Promise<number> {
  const { ticketHash, details, language } = registration;
  await countStrangersMail(db, platform, networks);
  const owner = await findUserByEmail(db, email);
  const at = platform.clock.now();
  const expiresAt = new Date(at.getTime() + verifyingLifeSeconds * 1_000);
  await noteMail(db, { ticketHash, email, at, expiresAt });
  const mail = { kind: 'registration', email, requester: widestOf(networks) } as const;
  const restSeconds = await takeStrangersMail(db, platform, mail);
  if (restSeconds > 0) return restSeconds;
  await noteMailed(db, { ticketHash, at });
  if (owner !== undefined && !owner.openedUnproved) {
    const params = { name: owner.firstName };
    await mailUser(db, platform, { user: owner, template: knownAddressMail, params });
    return 0;
  }
  const token = await issueVerifyingLink(db, platform, email);
  const params = { name: plainName(details.firstName), token, hours: verifyingLifeSeconds / 3_600 };
  await mailUser(db, platform, {
    user: { email, language, antiPhishingPhrase: null },
    template: verifyMail,
    params,
  });
  return 0;
}

/** Anybody can register anybody's address, so a name that could be an advertisement or a link is left out. */
function plainName(name: string): string | undefined {
  return /^[\p{L}\p{M}'’ -]{1,40}$/u.test(name) ? name : undefined;
}
