import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, networkCode } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { user } from './fields.ts';

/** How often a user of a demo may take one coin within an hour. */
export const takingsAnHour = 3;

export const TestCoins = named(
  'TestCoins',
  z.object({
    currency: coinCode,
    network: networkCode,
    amount: decimalString,
    address: described(z.string(), "One's own deposit address, which they were sent to."),
    memo: described(z.nullable(z.string()), 'The tag or memo that was sent along.'),
    hash: described(z.string(), 'Of the transaction on the development chain.'),
  }),
);
export type TestCoins = z.infer<typeof TestCoins>;

export const testCoinEndpoints = {
  take: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'wallet/tap',
    summary:
      'Take test coins: a demo sends some of a coin to the deposit address; elsewhere this call does not exist',
    body: z.strictObject({
      currency: coinCode,
      network: described(z.optional(networkCode), 'Left out: the one that the coin is usually sent on.'),
    }),
    response: TestCoins,
    errors: [
      'coin_invalid',
      'network_invalid',
      'deposit_disabled',
      'deposits_disabled',
      'wallet_service_error',
      'not_found',
    ],
  }),
} as const;
