import * as z from 'zod/mini';
import { described } from '#documented.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import {
  birthday,
  countryCode,
  email,
  newPassword,
  oneTimeCode,
  personName,
  secretToken,
} from '#rest/identity/fields.ts';
import { passkeyAnswer, passkeyOptions } from '#rest/identity/login.ts';

const shared = { method: 'POST', access: 'open', tag: 'back office' } as const;
const token = described(secretToken, 'Of the link that the server printed. It travels in bodies only.');

/** How the first administrator of an installation is made. */
export const setupEndpoints = {
  check: defineEndpoint({
    ...shared,
    path: 'setup/administrator/check',
    summary: 'Ask whether the link still counts, before anything is filled in',
    body: z.strictObject({ token }),
    response: z.object({}),
    errors: ['invalid_token', 'administrator_exists'],
  }),
  begin: defineEndpoint({
    ...shared,
    path: 'setup/administrator',
    summary: 'Begin to make the first administrator: who they are, and by what they will prove it',
    body: z.strictObject({
      token,
      email,
      password: newPassword,
      first_name: personName,
      last_name: personName,
      country: countryCode,
      birthday,
      method: z.enum(['totp', 'passkey']),
    }),
    response: z.discriminatedUnion('method', [
      z.object({
        method: z.literal('totp'),
        secret: z.string(),
        uri: described(z.string(), 'What the QR code holds.'),
      }),
      z.object({ method: z.literal('passkey'), challenge: secretToken, options: passkeyOptions }),
    ]),
    errors: [
      'invalid_token',
      'administrator_exists',
      'email_already_registered',
      'weak_password',
      'password_breach',
    ],
  }),
  finish: defineEndpoint({
    ...shared,
    path: 'setup/administrator/finish',
    summary:
      'Make the first administrator, with the first code of the app or the passkey; the link counts no more',
    body: z.strictObject({
      token,
      proof: z.discriminatedUnion('method', [
        z.strictObject({ method: z.literal('totp'), code: oneTimeCode }),
        z.strictObject({ method: z.literal('passkey'), challenge: secretToken, answer: passkeyAnswer }),
      ]),
    }),
    response: z.object({ email, backup_codes: z.array(z.string()) }),
    errors: [
      'invalid_token',
      'administrator_exists',
      'two_factor_invalid',
      'two_factor_expired',
      'two_factor_used',
      'wrong_data',
    ],
  }),
} as const;
