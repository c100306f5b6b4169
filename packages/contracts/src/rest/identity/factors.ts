import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { count } from '#rest/numbers.ts';
import { confirmation, confirmationErrors, confirmed } from './confirmation.ts';
import { nothing, oneTimeCode, phone, required, secretToken } from './fields.ts';
import { CodeSent, passkeyAnswer, passkeyOptions } from './login.ts';

const tag = 'second factors';
const user = { access: 'user', tag } as const;
const codeErrors = [
  'two_factor_invalid',
  'two_factor_expired',
  'two_factor_used',
  'two_factor_attempts_exceeded',
] as const;

export const Passkey = named(
  'Passkey',
  z.object({
    id: z.string(),
    name: z.string(),
    created: moment,
    last_used: z.nullable(moment),
  }),
);

export const Factors = named(
  'Factors',
  z.object({
    totp: z.boolean(),
    sms: z.boolean(),
    email: z.boolean(),
    passkeys: z.array(Passkey),
    backup_codes_left: count,
  }),
);

const BackupCodes = z.object({
  backup_codes: described(
    z.array(z.string()),
    'Ten codes, shown this once. Empty when codes of before still count.',
  ),
});

const passkeyName = z.string().check(z.trim(), required, z.maxLength(60));

export const factorEndpoints = {
  read: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'security/factors',
    summary: 'List the second factors of the account',
    response: Factors,
  }),
  beginTotp: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'security/totp/begin',
    summary: 'Begin to set up an authenticator app',
    body: confirmed,
    response: z.object({ secret: z.string(), uri: described(z.string(), 'What the QR code holds.') }),
    errors: confirmationErrors,
  }),
  finishTotp: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'security/totp/finish',
    summary: 'Turn the authenticator app on with its first code',
    body: z.object({ code: oneTimeCode }),
    response: BackupCodes,
    errors: codeErrors,
  }),
  /** For the codes by mail and by text message: the code proves that they arrive. */
  beginCode: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'security/code-factor/begin',
    summary: 'Begin to turn codes by mail or text message on: one is sent',
    body: z.object({ method: z.enum(['sms', 'email']), confirmation }),
    response: CodeSent,
    errors: [
      ...confirmationErrors,
      'phone_not_verified',
      'already_sent',
      'too_many_verification_attempts',
      'email_service_error',
      'sms_service_error',
    ],
  }),
  finishCode: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'security/code-factor/finish',
    summary: 'Turn codes by mail or text message on with the one that came',
    body: z.object({ method: z.enum(['sms', 'email']), code: oneTimeCode }),
    response: BackupCodes,
    errors: codeErrors,
  }),
  turnOff: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'security/factors/turn-off',
    summary: 'Turn a second factor off; it takes a factor to do so, ends all sessions and freezes payouts',
    body: z.object({ method: z.enum(['totp', 'sms', 'email']), confirmation }),
    response: nothing,
    errors: confirmationErrors,
  }),
  renewBackupCodes: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'security/backup-codes',
    summary: 'Make ten new backup codes; those of before count no more',
    body: confirmed,
    response: BackupCodes,
    errors: confirmationErrors,
  }),
  beginPasskey: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'security/passkeys/begin',
    summary: 'Begin to add a passkey',
    body: confirmed,
    response: z.object({ challenge: secretToken, options: passkeyOptions }),
    errors: [...confirmationErrors, 'too_many_items'],
  }),
  addPasskey: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'security/passkeys',
    summary: 'Add the passkey that the browser made',
    body: z.object({ challenge: secretToken, answer: passkeyAnswer, name: passkeyName }),
    response: Passkey,
    errors: ['invalid_token', 'wrong_data'],
  }),
  removePasskey: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'security/passkeys/:id/remove',
    summary: 'Remove a passkey; all sessions end and payouts freeze',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    body: confirmed,
    response: nothing,
    errors: ['not_found', ...confirmationErrors],
  }),
  changePhone: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'settings/phone',
    summary: 'Name a phone number; a code is sent to it',
    body: z.object({ phone, confirmation }),
    response: CodeSent,
    errors: [...confirmationErrors, 'already_sent', 'too_many_verification_attempts', 'sms_service_error'],
  }),
  verifyPhone: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'settings/phone/verify',
    summary: 'Verify the phone number by the code that came',
    body: z.object({ code: oneTimeCode }),
    response: z.object({ phone: z.string() }),
    errors: codeErrors,
  }),
} as const;
