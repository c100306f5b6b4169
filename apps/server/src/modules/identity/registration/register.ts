import {
  ageProblem,
  codeResendSeconds,
  type PendingRegistration,
  type Registration,
} from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import type { z } from 'zod';
import { type Network, widestOf } from '#platform/http/address-key.ts';
import { refusalAt } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { spendCaptcha } from '../captcha/captcha.ts';
import { isServed } from '../countries/countries.ts';
import { keyedHash } from '../keys.ts';
import { refuseAmbiguous } from '../mail/refuse-ambiguous.ts';
import { refuseUnmailable } from '../mail/refuse-unmailable.ts';
import { strangerFrom } from '../passwords/hashing-line.ts';
import { hashPassword, refuseWeakPassword } from '../passwords/passwords.ts';
import { hashOf, newSecret } from '../tokens/tokens.ts';
import { findReferrer } from './referrals.ts';
import { insertRegistration, trimWaiting } from './registration-store.ts';
import { verifyingLifeSeconds } from './verifying-links.ts';
import { sendVerifyingMail } from './verifying-mail.ts';

type Pending = z.infer<typeof PendingRegistration>;

/**
 * Keeps a registration until its address is verified. The work and the answer are the same whether or not the address
 * has an account, and also while mails to it rest: the links that are in the box then count for this one too.
 *
 * @throws Problem `unprocessable_entity`, `age_too_low` or `birthday_invalid`, `country_not_supported`, `password_breach`, `weak_password`,
 * `invalid_code`, `wrong_captcha` or `too_many_verification_attempts`, in this order, so that a puzzle is not used up on a form that is refused.
 */
export async function register(
  platform: Platform,
  {
    form,
    language,
    networks,
  }: {
    readonly form: z.output<typeof Registration>;
    readonly language: Language;
    /** What the caller's address is counted under. */
    readonly networks: readonly Network[];
  },
): Promise<Pending> {
  const { clock, database } = platform;
  const now = clock.now();
  const { email, password, first_name: firstName, last_name: lastName } = form;
  refuseUnmailable(email);
  refuseAmbiguous(email);
  const wrongAge = ageProblem(form.birthday, now);
  if (wrongAge !== undefined) throw refusalAt('birthday', wrongAge);
  if (!isServed(form.country, platform)) throw refusalAt('country', { code: 'country_not_supported' });
  refuseWeakPassword(password, { email, names: [firstName, lastName] }, 'password');
  const { referral_code: referralCode = null } = form;
  if (referralCode !== null && (await findReferrer(database.kysely, referralCode)) === undefined) {
    throw refusalAt('referral_code', { code: 'invalid_code' });
  }
  await spendCaptcha(database.kysely, platform, { captcha: form.captcha, action: 'registration' });
  const passwordHash = await hashPassword(password, strangerFrom(networks, { rank: 0, hasProof: true }));
  const ticket = newSecret();
  const { phone, country, birthday, newsletter } = form;
  const registration = {
    ticketHash: hashOf(ticket),
    email,
    passwordHash,
    details: { firstName, lastName, phone, country, birthday, newsletter, referralCode },
    language,
    source: keyedHash(platform.config, 'registration', widestOf(networks)).toString('base64url'),
    createdAt: now,
    expiresAt: new Date(now.getTime() + verifyingLifeSeconds * 1_000),
  };
  const restSeconds = await database.kysely.transaction().execute(async (transaction) => {
    await insertRegistration(transaction, registration);
    const rest = await sendVerifyingMail(transaction, platform, { registration, email, networks });
    await trimWaiting(transaction, registration);
    return rest;
  });
  return { ticket, email, resend_after: codeResendSeconds, mail_sent: restSeconds === 0 };
}
