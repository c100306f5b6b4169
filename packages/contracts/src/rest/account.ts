import * as z from 'zod/mini';
import { described, named, withExample } from '#documented.ts';
import { coinCode } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { kycStatuses } from '#rest/kyc-states.ts';
import { languages } from '#rest/languages.ts';
import { count } from '#rest/numbers.ts';

const tag = 'account';

export const Profile = named(
  'Profile',
  z.object({
    user: z.object({ username: withExample(z.nullable(z.string()), 'trader') }),
    language: z.enum(languages),
    interface: described(
      z._default(z.nullable(z.enum(['basic', 'advanced'])), null),
      'The trading interface chosen. Null: none yet.',
    ),
    kyc_status: described(
      z.enum(['no', 'approved']),
      "Anything but 'no' counts as verified, so every unfinished verification is 'no' here.",
    ),
    kyc_state: described(z.enum(kycStatuses), 'How far the verification is.'),
    auto_logout_timeout: described(count, 'Seconds without use after which the session ends. 0: never.'),
  }),
);

export type Profile = z.infer<typeof Profile>;

export const CoinBalance = named(
  'CoinBalance',
  z.object({
    actual: described(decimalString, 'Free to use.'),
    orders: described(decimalString, 'Held by open orders.'),
  }),
);

export const Balance = described(z.record(coinCode, CoinBalance), 'By coin code.');

export type Balance = z.infer<typeof Balance>;

const languageChoice = z.object({ lang: z.enum(languages) });

export const accountEndpoints = {
  profile: defineEndpoint({
    method: 'GET',
    path: 'profile',
    access: 'user',
    tag,
    summary: 'Read who is logged in',
    response: Profile,
  }),
  language: defineEndpoint({
    method: 'POST',
    path: 'language',
    access: 'user',
    tag,
    summary: 'Keep the language of the interface and of messages',
    body: languageChoice,
    response: languageChoice,
  }),
  balance: defineEndpoint({
    method: 'GET',
    path: 'balance',
    access: 'user',
    tag,
    summary: 'Read the balances, per coin',
    response: z.object({ balance: Balance }),
  }),
} as const;
