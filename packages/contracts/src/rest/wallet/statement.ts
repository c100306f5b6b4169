import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment } from '#rest/codes.ts';
import { valueCurrency } from '#rest/currencies.ts';
import { decimalString, signedDecimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { queryInteger } from '#rest/numbers.ts';
import { user } from './fields.ts';

/** A zone of the tz database. Whether there is such a zone is the server's to say. */
export const timeZone = described(
  z.prefault(z.string().check(z.regex(/^[A-Za-z0-9_+\-/]{1,64}$/, { error: 'value_invalid' })), 'UTC'),
  'The time zone in which days and years begin and times are written, such as Europe/Berlin.',
  { example: 'Europe/Berlin' },
);

/** An amount of the coin, and what it was worth then. */
const line = z.object({
  amount: decimalString,
  value: described(
    z.nullable(signedDecimalString),
    'By the closing rate of the day of each movement. Null: that of some of them is not known.',
  ),
});
const signedLine = z.extend(line, { amount: signedDecimalString });

/** The sums of a year, in the order of a statement: the opening and all changes make the closing, to the unit. */
export const statementLines = [
  'deposits',
  'withdrawals',
  'bought',
  'sold',
  'transfers_in',
  'transfers_out',
  'codes_in',
  'codes_out',
  'fees',
  'other',
] as const;

export const StatementCoin = named(
  'StatementCoin',
  z.object({
    currency: coinCode,
    opening: described(line, 'What there was when the year began, held money included.'),
    deposits: described(line, 'Before fees.'),
    withdrawals: described(line, 'What was sent, without fees.'),
    bought: described(line, 'By trades and swaps, before fees.'),
    sold: described(line, 'By trades and swaps: what was given.'),
    transfers_in: described(line, 'From other users.'),
    transfers_out: described(line, 'To other users.'),
    codes_in: described(line, 'Codes that were redeemed.'),
    codes_out: described(line, 'Own codes that others redeemed.'),
    fees: described(line, 'Paid to the exchange.'),
    other: described(
      signedLine,
      'Adjustments, bonuses, payouts that came back. Below zero for money that left.',
    ),
    closing: described(
      line,
      'opening + deposits − withdrawals + bought − sold + transfers_in − transfers_out + codes_in − codes_out − fees + other',
    ),
  }),
);
export type StatementCoin = z.infer<typeof StatementCoin>;

export const Statement = named(
  'Statement',
  z.object({
    year: z.int(),
    time_zone: z.string(),
    in: z.string(),
    from: described(moment, 'When the year begins there.'),
    to: described(moment, 'When it ends, or now.'),
    coins: described(z.array(StatementCoin), 'Coins of which there was some at any time of the year.'),
  }),
);
export type Statement = z.infer<typeof Statement>;

export const statementQuery = {
  year: queryInteger({ min: 2009, max: 2200 }),
  in: valueCurrency,
  time_zone: timeZone,
};

export const statementEndpoints = {
  read: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/statement',
    summary: "Read the sums of a year of one's own money, coin by coin",
    query: z.strictObject(statementQuery),
    response: Statement,
    errors: ['coin_invalid', 'too_many_requests'],
  }),
} as const;
