import * as z from 'zod/mini';
import { defineEndpoint } from '#rest/endpoint.ts';

/** Far longer than any token of ours, far shorter than what would cost something to look at. */
export const tokenLengthMax = 4096;

const token = z.string().check(z.minLength(1), z.maxLength(tokenLengthMax));

export const sessionEndpoints = {
  refresh: defineEndpoint({
    method: 'POST',
    path: 'auth/token/refresh',
    access: 'open',
    tag: 'session',
    summary: 'Exchange a refresh token for a new pair of tokens',
    body: z.object({ refresh: token }),
    response: z.object({ access: token, refresh: token }),
    errors: [
      'invalid_token',
      'session_expired',
      'session_concurrent',
      'account_disabled',
      'account_compromised',
    ],
  }),
} as const;
