import { codeResendSeconds, type PendingRegistration } from '@emporion/contracts/rest';
import type { z } from 'zod';
import type { Network } from '#platform/http/address-key.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { alreadySentProblem } from '../factors/already-sent.ts';
import { refuseAmbiguous } from '../mail/refuse-ambiguous.ts';
import { refuseUnmailable } from '../mail/refuse-unmailable.ts';
import { hashOf } from '../tokens/tokens.ts';
import { foldEmail } from '../users/email-folding.ts';
import { lockByTicket } from './registration-store.ts';
import { sendVerifyingMail } from './verifying-mail.ts';

/** Of one registration. Whoever needs more has mistyped the address, or mail does not reach it. */
const mailsMax = 6;

type Pending = z.infer<typeof PendingRegistration>;

/**
 * Sends the verifying mail again, to the same address or to another one.
 *
 * @throws Problem `unprocessable_entity` for an address that mail cannot reach, `invalid_token` when nothing waits behind the ticket, `already_sent` within a minute of the last
 * mail to the same address, `too_many_verification_attempts` after too many.
 */
export async function resend(
  platform: Platform,
  {
    ticket,
    email,
    networks,
  }: { readonly ticket: string; readonly email?: string; readonly networks: readonly Network[] },
): Promise<Pending> {
  if (email !== undefined) {
    refuseUnmailable(email);
    refuseAmbiguous(email);
  }
  const { clock, database } = platform;
  const now = clock.now();
  return database.kysely.transaction().execute(async (transaction) => {
    const registration = await lockByTicket(transaction, { ticketHash: hashOf(ticket), now });
    if (registration === undefined) throw new Problem('invalid_token');
    const to = email ?? registration.email;
    const sentAt = registration.lastMailAt ?? new Date(0);
    const isSame = foldEmail(to) === foldEmail(registration.email);
    if (isSame && now.getTime() - sentAt.getTime() < codeResendSeconds * 1000) {
      throw alreadySentProblem({ sentAt, now });
    }
    if (registration.mailsSent >= mailsMax) throw new Problem('too_many_verification_attempts');
    const mail = { registration, email: to, networks };
    const retryAfterSeconds = await sendVerifyingMail(transaction, platform, mail);
    if (retryAfterSeconds > 0) throw new Problem('too_many_verification_attempts', { retryAfterSeconds });
    return { ticket, email: to, resend_after: codeResendSeconds, mail_sent: true };
  });
}
