import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { deviceToken, email, referralCode } from './fields.ts';

const tag = 'sign-in';

export const CaptchaChallenge = named(
  'CaptchaChallenge',
  z.object({
    algorithm: described(z.string(), 'How the puzzle is made: SHA-256.'),
    challenge: described(
      z.string(),
      'The hash to be found, in hex: of the salt and, right behind it, the number in decimal digits.',
    ),
    maxnumber: described(z.int().check(z.minimum(1)), 'The number is between 0 and this one.'),
    salt: z.string(),
    signature: z.string(),
  }),
);

export const gateEndpoints = {
  checkCaptcha: defineEndpoint({
    method: 'POST',
    path: 'check_captcha',
    access: 'open',
    tag,
    summary: 'Ask whether a puzzle must be solved first, and for one',
    body: z.object({
      action: z.enum(['login', 'registration', 'reset', 'support']),
      email: z.optional(email),
      device: described(
        deviceToken,
        'With it, what strangers did under the same e-mail or address is left out.',
      ),
    }),
    response: z.object({
      required: z.boolean(),
      challenge: described(
        CaptchaChallenge,
        'Proof of work: find the number whose hash is the challenge. What goes into `captcha` is Base64 of the JSON of algorithm, challenge, number, salt and signature. Each puzzle counts once, for its action, for twenty minutes.',
      ),
    }),
  }),
  checkInvite: defineEndpoint({
    method: 'POST',
    path: 'check_invite',
    access: 'open',
    tag,
    summary: 'Ask whether a referral code exists',
    body: z.object({ code: referralCode }),
    response: z.object({ valid: z.boolean() }),
  }),
} as const;
