import { z } from 'zod';
import { coinCode } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { languages } from '#rest/languages.ts';

const tag = 'account';

export const Profile = z
  .object({
    user: z.object({ username: z.string().nullable().meta({ example: 'trader' }) }),
    language: z.enum(languages),
    interface: z
      .enum(['basic', 'advanced'])
      .nullable()
      .default(null)
      .describe('The trading interface chosen. Null: none yet.'),
    kyc_status: z
      .enum(['no', 'approved'])
      .describe("Anything but 'no' counts as verified, so every unfinished verification is 'no' here."),
    auto_logout_timeout: z
      .int()
      .min(0)
      .describe('Seconds without use after which the session ends. 0: never.'),
  })
  .meta({ id: 'Profile' });

export type Profile = z.infer<typeof Profile>;

export const CoinBalance = z
  .object({
    actual: decimalString.describe('Free to use.'),
    orders: decimalString.describe('Held by open orders.'),
  })
  .meta({ id: 'CoinBalance' });

export const Balance = z.record(coinCode, CoinBalance).describe('By coin code.');

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
