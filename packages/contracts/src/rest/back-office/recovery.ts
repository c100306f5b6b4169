import * as z from 'zod/mini';
import { described } from '#documented.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { email, newPassword, secretToken } from '#rest/identity/fields.ts';
import { setupEndpoints } from './setup.ts';

const shared = { method: 'POST', access: 'open', tag: 'back office' } as const;

const token = described(
  secretToken,
  'Of the link that `emporion admin recover` printed. It travels in bodies only.',
);

/** How a member of staff sets up a recovered account, with a link that a command on the machine printed. */
export const recoveryEndpoints = {
  check: defineEndpoint({
    ...shared,
    path: 'setup/recovery/check',
    summary: 'Ask whether a recovery link is valid, and for whom',
    body: z.strictObject({ token }),
    response: z.object({ username: z.string() }),
    errors: ['invalid_token'],
  }),
  begin: defineEndpoint({
    ...shared,
    path: 'setup/recovery',
    summary: 'Enter a new password, choose the new factor and, if the mailbox is lost, a new mail address',
    body: z.strictObject({
      token,
      password: newPassword,
      email: described(z.optional(email), 'A new mail address. Without it the address stays as it is.'),
      method: z.enum(['totp', 'passkey']),
    }),
    response: setupEndpoints.begin.response,
    errors: ['invalid_token', 'email_already_registered', 'weak_password', 'password_breach'],
  }),
  finish: defineEndpoint({
    ...shared,
    path: 'setup/recovery/finish',
    summary: 'Recover the account with the first code of the app or the passkey; the link is used up',
    body: z.strictObject({ token, proof: setupEndpoints.finish.body.shape.proof }),
    response: setupEndpoints.finish.response,
    errors: [
      'invalid_token',
      'email_already_registered',
      'two_factor_invalid',
      'two_factor_expired',
      'two_factor_used',
      'wrong_data',
    ],
  }),
} as const;
