import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { languages } from '#rest/languages.ts';
import { count } from '#rest/numbers.ts';
import {
  birthday,
  captcha,
  countryCode,
  email,
  knownPassword,
  newPassword,
  nothing,
  personName,
  phone,
  referralCode,
  required,
  secretToken,
} from './fields.ts';

const tag = 'registration';

/** What the confirming screen needs: the ticket stands for the registration until its address is verified. */
export const PendingRegistration = named(
  'PendingRegistration',
  z.object({
    ticket: secretToken,
    email,
    resend_after: described(count, 'Seconds until another mail can be asked for.'),
    mail_sent: described(
      z.boolean(),
      'False when mails to this address have reached their bound. The link of any mail of the last two days then verifies this registration too.',
    ),
  }),
);

export const Registration = z
  .object({
    first_name: personName,
    last_name: personName,
    email,
    password: newPassword,
    password_confirm: z.string().check(required, z.maxLength(256)),
    phone,
    country: countryCode,
    birthday,
    terms: z.literal(true, { error: 'terms_not_accepted' }),
    privacy: z.literal(true, { error: 'privacy_not_accepted' }),
    newsletter: z._default(z.boolean(), false),
    referral_code: z.optional(referralCode),
    captcha,
  })
  .check(
    z.refine(({ password, password_confirm }) => password === password_confirm, {
      error: 'passwords_do_not_match',
      path: ['password_confirm'],
    }),
  );

const ticket = z.object({ ticket: secretToken });

const resetUid = z.string().check(z.minLength(1), z.maxLength(64));

export const registrationEndpoints = {
  register: defineEndpoint({
    method: 'POST',
    path: 'auth/registration',
    access: 'open',
    tag,
    summary: 'Register; a mail asks to verify the address',
    body: Registration,
    response: PendingRegistration,
    errors: [
      'required_fields_missing',
      'age_too_low',
      'birthday_invalid',
      'weak_password',
      'password_breach',
      'wrong_captcha',
      'country_not_supported',
      'invalid_code',
    ],
  }),
  verifyEmail: defineEndpoint({
    method: 'POST',
    path: 'auth/registration/verify-email',
    access: 'open',
    tag,
    summary: 'Verify the address by the token of a mail and the password that was chosen; the account opens',
    body: z.object({ token: secretToken, password: knownPassword }),
    response: z.object({ email }),
    errors: [
      'invalid_token',
      'invalid_credentials',
      'registration_replaced',
      'email_already_verified',
      'too_many_verification_attempts',
      'too_many_login_attempts',
    ],
  }),
  checkVerification: defineEndpoint({
    method: 'POST',
    path: 'auth/registration/verify-email/check',
    access: 'open',
    tag,
    summary: 'Learn whether the link of the mail still counts, without using it up',
    body: z.object({ token: secretToken }),
    response: nothing,
    errors: ['invalid_token', 'registration_replaced', 'email_already_verified'],
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: 'auth/registration/resend',
    access: 'open',
    tag,
    summary: 'Send the verifying mail again',
    body: ticket,
    response: PendingRegistration,
    errors: ['invalid_token', 'already_sent', 'too_many_verification_attempts'],
  }),
  changeEmail: defineEndpoint({
    method: 'POST',
    path: 'auth/registration/change-email',
    access: 'open',
    tag,
    summary: 'Change the address of a registration that is not verified yet',
    body: z.extend(ticket, { email }),
    response: PendingRegistration,
    errors: ['invalid_token', 'already_sent', 'too_many_verification_attempts'],
  }),
  countries: defineEndpoint({
    method: 'GET',
    path: 'countries',
    access: 'public',
    tag,
    summary: 'List the countries that can be chosen, in a language',
    query: z.strictObject({ lang: z._default(z.enum(languages), 'en') }),
    response: z.object({ countries: z.array(z.object({ code: countryCode, name: z.string() })) }),
  }),
  requestReset: defineEndpoint({
    method: 'POST',
    path: 'auth/password/reset',
    access: 'open',
    tag,
    summary: 'Ask for a mail that lets the password be chosen anew; the answer is the same for every address',
    body: z.object({ email, captcha }),
    response: nothing,
    errors: ['wrong_captcha'],
  }),
  checkReset: defineEndpoint({
    method: 'POST',
    path: 'auth/password/reset/check',
    access: 'open',
    tag,
    summary: 'Learn whether the link of the mail still counts, without using it up',
    body: z.object({ uid: resetUid, token: secretToken }),
    response: nothing,
    errors: ['reset_token_invalid'],
  }),
  confirmReset: defineEndpoint({
    method: 'POST',
    path: 'auth/password/reset/confirm',
    access: 'open',
    tag,
    summary: 'Choose a new password by the token of the mail',
    body: z
      .object({
        uid: resetUid,
        token: secretToken,
        new_password: newPassword,
        new_password_confirm: z.string().check(required, z.maxLength(256)),
      })
      .check(
        z.refine(({ new_password, new_password_confirm }) => new_password === new_password_confirm, {
          error: 'passwords_do_not_match',
          path: ['new_password_confirm'],
        }),
      ),
    response: z.object({
      payouts_frozen_until: described(z.iso.datetime(), 'Nothing can be withdrawn before this moment.'),
      device: described(
        secretToken,
        'Keep it and send it with the next login: the link proved the mailbox here.',
      ),
    }),
    errors: ['reset_token_invalid', 'weak_password', 'password_breach'],
  }),
} as const;
