import { z } from 'zod';
import { defineEndpoint } from '#rest/endpoint.ts';
import { captcha, email, knownPassword, nothing, oneTimeCode, secretToken } from './fields.ts';

const tag = 'sign-in';

/** By what a person proves to be the one who knows the password. */
export const factorMethods = ['totp', 'sms', 'email', 'passkey', 'backup'] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** What a passkey answers, as the browser gives it; the server's library knows its inside. */
export const passkeyAnswer = z.record(z.string().max(64), z.unknown()).describe("The browser's answer.");
export const passkeyOptions = z
  .record(z.string(), z.unknown())
  .describe('Handed to the browser as they are.');

export const SignedIn = z
  .object({
    status: z.literal('signed_in'),
    access: secretToken,
    refresh: secretToken,
    device: secretToken.describe(
      'Keep it and send it with the next login: it tells this device from a stranger.',
    ),
    email,
  })
  .meta({ id: 'SignedIn' });

export const SecondStep = z
  .object({
    status: z.literal('second_step'),
    ticket: secretToken.describe('Stands for the password that was right, for ten minutes.'),
    methods: z.array(z.enum(factorMethods)).min(1),
    targets: z
      .object({ sms: z.string().optional(), email: z.string().optional() })
      .describe('Where a code would go, mostly hidden.'),
  })
  .meta({ id: 'SecondStep' });

export const LoginAnswer = z.discriminatedUnion('status', [SignedIn, SecondStep]);
export type LoginAnswer = z.infer<typeof LoginAnswer>;

export const CodeSent = z
  .object({
    target: z.string().describe('Where it went, mostly hidden.').meta({ example: 't***@example.org' }),
    resend_after: z.int().min(0).describe('Seconds until another one can be asked for.'),
    expires_in: z.int().min(0).describe('Seconds for which it counts.'),
  })
  .meta({ id: 'CodeSent' });

const device = secretToken.optional();
const codeErrors = ['two_factor_invalid', 'two_factor_expired', 'two_factor_attempts_exceeded'] as const;
const doorErrors = ['account_locked', 'account_disabled', 'too_many_login_attempts'] as const;

export const loginEndpoints = {
  login: defineEndpoint({
    method: 'POST',
    path: 'auth/login',
    access: 'open',
    tag,
    summary: 'Log in, or learn which second step is asked for',
    body: z.object({ email, password: knownPassword, code: oneTimeCode.optional(), captcha, device }),
    response: LoginAnswer,
    errors: ['invalid_credentials', 'wrong_captcha', 'email_not_verified', ...codeErrors, ...doorErrors],
  }),
  sendCode: defineEndpoint({
    method: 'POST',
    path: 'auth/login/send-code',
    access: 'open',
    tag,
    summary: 'Have the code of the second step sent',
    body: z.object({ ticket: secretToken, method: z.enum(['sms', 'email']) }),
    response: CodeSent,
    errors: ['invalid_token', 'value_not_allowed', 'too_many_verification_attempts'],
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
      device,
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
    body: z.object({ ticket: secretToken, code: oneTimeCode, device }),
    response: SignedIn,
    errors: ['invalid_token', ...codeErrors, ...doorErrors],
  }),
  passkeyOptions: defineEndpoint({
    method: 'POST',
    path: 'auth/passkey/options',
    access: 'open',
    tag,
    summary: 'Begin a login with a passkey, alone or as the second step of a ticket',
    body: z.object({ ticket: secretToken.optional() }),
    response: z.object({ challenge: secretToken, options: passkeyOptions }),
    errors: ['invalid_token'],
  }),
  passkey: defineEndpoint({
    method: 'POST',
    path: 'auth/passkey',
    access: 'open',
    tag,
    summary: 'Log in with a passkey',
    body: z.object({ challenge: secretToken, answer: passkeyAnswer, device }),
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
    summary: 'Say by the token of a mail that this was somebody else; all sessions end and payouts freeze',
    body: z.object({ token: secretToken }),
    response: nothing,
    errors: ['invalid_token'],
  }),
} as const;
