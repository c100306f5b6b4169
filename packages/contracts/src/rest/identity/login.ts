import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { languages } from '#rest/languages.ts';
import { count } from '#rest/numbers.ts';
import { captcha, deviceToken, email, knownPassword, nothing, oneTimeCode, secretToken } from './fields.ts';

const tag = 'sign-in';

/** By what a person proves to be the one who knows the password. */
export const factorMethods = ['totp', 'sms', 'email', 'passkey', 'backup'] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** What a passkey answers, as the browser gives it; the server's library knows its inside. */
export const passkeyAnswer = described(
  z.record(z.string().check(z.maxLength(64)), z.unknown()),
  "The browser's answer.",
);
export const passkeyOptions = described(
  z.record(z.string(), z.unknown()),
  'Handed to the browser as they are.',
);

export const SignedIn = named(
  'SignedIn',
  z.object({
    status: z.literal('signed_in'),
    access: secretToken,
    refresh: secretToken,
    device: described(
      secretToken,
      'Keep it and send it with the next login: it tells this device from a stranger.',
    ),
    email,
    language: described(z.enum(languages), 'In which the account is shown and gets its mails.'),
    set_up_factor: described(z.boolean(), 'A second factor is required here, and missing.'),
    choose_interface: described(
      z.boolean(),
      'The first login of an account for which no trading interface is chosen.',
    ),
  }),
);

/** Why a login by password alone waits for a code from a mail: codes of the catalogue, whose sentences say it. */
export const loginHolds = ['device_not_recognized', 'location_suspicious', 'suspicious_activity'] as const;
export type LoginHold = (typeof loginHolds)[number];

export const SecondStep = named(
  'SecondStep',
  z.object({
    status: z.literal('second_step'),
    ticket: described(secretToken, 'Stands for the password that was right, for ten minutes.'),
    methods: z.array(z.enum(factorMethods)).check(z.minLength(1)),
    targets: described(
      z.object({ sms: z.optional(z.string()), email: z.optional(z.string()) }),
      'Where a code would go, mostly hidden.',
    ),
    reason: described(
      z.optional(z.enum(loginHolds)),
      'Why a code is asked for although no second factor is on: the code of a sentence of the error catalogue.',
    ),
  }),
);

export const LoginAnswer = z.discriminatedUnion('status', [SignedIn, SecondStep]);
export type LoginAnswer = z.infer<typeof LoginAnswer>;

export const CodeSent = named(
  'CodeSent',
  z.object({
    target: described(z.string(), 'Where it went, mostly hidden.', { example: 't***@example.org' }),
    resend_after: described(count, 'Seconds until another one can be asked for.'),
    expires_in: described(count, 'Seconds for which it counts.'),
  }),
);

const codeErrors = [
  'two_factor_invalid',
  'two_factor_expired',
  'two_factor_used',
  'two_factor_attempts_exceeded',
] as const;
const doorErrors = [
  'account_locked',
  'account_disabled',
  'email_not_verified',
  'too_many_login_attempts',
] as const;

/** What "this was not me" takes off when it is young. Codes by mail stay: they go to the owner. */
export const disownableFactors = ['totp', 'sms', 'passkey', 'backup'] as const;

export const loginEndpoints = {
  login: defineEndpoint({
    method: 'POST',
    path: 'auth/login',
    access: 'open',
    tag,
    summary: 'Log in, or learn which second step is asked for',
    body: z.object({
      email,
      password: knownPassword,
      code: z.optional(oneTimeCode),
      captcha,
      device: deviceToken,
    }),
    response: LoginAnswer,
    errors: ['invalid_credentials', 'wrong_captcha', ...codeErrors, ...doorErrors],
  }),
  sendCode: defineEndpoint({
    method: 'POST',
    path: 'auth/login/send-code',
    access: 'open',
    tag,
    summary: 'Have the code of the second step sent',
    body: z.object({ ticket: secretToken, method: z.enum(['sms', 'email']), device: deviceToken }),
    response: CodeSent,
    errors: [
      'invalid_token',
      'value_not_allowed',
      'already_sent',
      'too_many_verification_attempts',
      'email_service_error',
      'sms_service_error',
    ],
  }),
  check2faLogin: defineEndpoint({
    method: 'POST',
    path: 'check2falogin',
    access: 'open',
    tag,
    summary: 'Finish a login with the code of its second step',
    body: z.object({
      ticket: secretToken,
      method: z.enum(['totp', 'sms', 'email', 'backup']),
      code: oneTimeCode,
      device: deviceToken,
    }),
    response: SignedIn,
    errors: ['invalid_token', ...codeErrors, ...doorErrors],
  }),
  checkGoogleCode: defineEndpoint({
    method: 'POST',
    path: 'checkgooglecode',
    access: 'open',
    tag,
    summary: 'Finish a login with the code of an authenticator app',
    body: z.object({ ticket: secretToken, code: oneTimeCode, device: deviceToken }),
    response: SignedIn,
    errors: ['invalid_token', ...codeErrors, ...doorErrors],
  }),
  passkeyOptions: defineEndpoint({
    method: 'POST',
    path: 'auth/passkey/options',
    access: 'open',
    tag,
    summary: 'Begin a login with a passkey, alone or as the second step of a ticket',
    body: z.object({ ticket: z.optional(secretToken), device: deviceToken }),
    response: z.object({ challenge: secretToken, options: passkeyOptions }),
    errors: ['invalid_token'],
  }),
  passkey: defineEndpoint({
    method: 'POST',
    path: 'auth/passkey',
    access: 'open',
    tag,
    summary: 'Log in with a passkey',
    body: z.object({ challenge: secretToken, answer: passkeyAnswer, device: deviceToken }),
    response: SignedIn,
    errors: ['invalid_token', 'invalid_credentials', ...doorErrors],
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: 'auth/logout',
    access: 'user',
    tag,
    summary: 'End this session',
    response: nothing,
    // Leaving must always be possible.
    duringMaintenance: true,
  }),
  disown: defineEndpoint({
    method: 'POST',
    path: 'auth/not-me',
    access: 'open',
    tag,
    summary:
      'Say by the token of a mail that this was somebody else; all sessions end, payouts freeze and young factors go',
    body: z.object({ token: secretToken }),
    response: z.object({
      payouts_frozen_until: described(z.iso.datetime(), 'Nothing can be withdrawn before this moment.'),
      factors_removed: described(
        z.array(z.enum(disownableFactors)),
        'What was added while the link could be used, and is not on any more.',
      ),
    }),
    errors: ['invalid_token'],
  }),
} as const;
