import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment } from '#rest/codes.ts';
import { rateHoursMax, valueCurrency } from '#rest/currencies.ts';
import { decimalString, signedDecimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { user } from './fields.ts';

/** A value of nothing that is known is no value; one of zero coins is zero. */
const value = z.nullable(decimalString);
const signedValue = z.nullable(signedDecimalString);

const parts = {
  available: described(decimalString, 'Free to use.'),
  orders: described(decimalString, 'Held by open orders.'),
  withdrawals: described(decimalString, 'Held for withdrawals that have not been sent.'),
  codes: described(decimalString, 'Held for codes that nobody has redeemed.'),
};

export const Holding = named(
  'Holding',
  z.object({
    coin: coinCode,
    ...parts,
    total: described(decimalString, 'All of it.'),
    rate: described(
      value,
      `What one coin is worth. Null: nobody knows, or it is older than ${rateHoursMax} hours.`,
    ),
    value: described(value, 'Of the total.'),
    change_24h: described(signedValue, 'How the rate changed within 24 hours, in percent.'),
    share: described(value, 'Of the total value of all coins, in percent to two places.'),
  }),
);
export type Holding = z.infer<typeof Holding>;

export const WalletOverview = named(
  'WalletOverview',
  z.object({
    in: described(z.string(), 'What values are in.', { example: 'EUR' }),
    time: moment,
    total: described(value, 'Of all coins whose value is known. Null: there are coins, and no value of any.'),
    parts: described(
      z.object({ available: value, orders: value, withdrawals: value, codes: value }),
      'What the total consists of.',
    ),
    change_24h: described(
      z.nullable(z.object({ value: signedDecimalString, percent: signedValue })),
      'What the coins that were there all of the last 24 hours gained or lost by their rates: what came or left meanwhile is no gain and no loss. Null: there were none, or nothing is known of them.',
    ),
    holdings: described(z.array(Holding), 'Coins of which there are some, the most valuable first.'),
    unvalued: described(z.array(coinCode), 'Coins whose value is not known; the total is without them.'),
    traded: described(
      z.nullable(z.boolean()),
      'Whether a coin was ever bought, sold or swapped, in whichever way. Null: the history is being read.',
    ),
  }),
);
export type WalletOverview = z.infer<typeof WalletOverview>;

export const valueRanges = ['1d', '1w', '1m', '1y', 'all'] as const;
export type ValueRange = (typeof valueRanges)[number];

/** The most points that a picture of the value gets. */
export const valuePointsMax = 200;

export const ValueHistory = named(
  'ValueHistory',
  z.object({
    in: z.string(),
    range: z.enum(valueRanges),
    points: described(
      z
        .array(
          z.object({
            time: described(moment, 'When.'),
            value: described(value, 'Of all coins whose value was known then. Null: of none of them.'),
          }),
        )
        .check(z.maxLength(valuePointsMax)),
      'At equal distances, the oldest first; the last is now.',
    ),
    unvalued: described(z.array(coinCode), 'Coins that were held and without a known value at some point.'),
  }),
);
export type ValueHistory = z.infer<typeof ValueHistory>;

export const overviewEndpoints = {
  read: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/overview',
    summary: "Read what all of one's own coins are worth",
    query: z.strictObject({ in: valueCurrency }),
    response: WalletOverview,
    errors: ['coin_invalid'],
  }),
  valueHistory: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/value-history',
    summary: "Read what all of one's own coins were worth over time",
    query: z.strictObject({ in: valueCurrency, range: z.prefault(z.enum(valueRanges), '1m') }),
    response: ValueHistory,
    errors: ['coin_invalid'],
  }),
} as const;
