import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, networkCode } from '#rest/codes.ts';
import { decimalString, requestDecimal } from '#rest/decimal.ts';
import { uuid } from '#rest/ids.ts';

/** What a coin costs users, and how much of it may move: two people set it, for a moment to come. */
export const CoinTerms = named(
  'CoinTerms',
  z.strictObject({
    withdrawal_daily_max: described(
      z.nullable(requestDecimal()),
      'The most that one user withdraws within 24 hours, over all networks. Null: no maximum.',
    ),
    networks: described(
      z
        .array(
          z.strictObject({
            network: networkCode,
            deposit_fee: described(requestDecimal(), 'Taken from each deposit, in the coin.'),
            deposit_max: described(
              z.nullable(requestDecimal()),
              'A deposit above it is held for staff. Null: no maximum.',
            ),
          }),
        )
        .check(z.maxLength(20)),
      'Those of the coin that change. A currency has none: its terms are those of its bank account.',
    ),
  }),
);
export type CoinTerms = z.infer<typeof CoinTerms>;

export const CoinTermDraft = named(
  'CoinTermDraft',
  z.object({
    id: described(uuid(), 'Of the proposal, too.'),
    currency: coinCode,
    effective: moment,
    terms: z.object({
      withdrawal_daily_max: z.nullable(decimalString),
      networks: z.array(
        z.object({
          network: networkCode,
          deposit_fee: decimalString,
          deposit_max: z.nullable(decimalString),
        }),
      ),
    }),
  }),
);
export type CoinTermDraft = z.infer<typeof CoinTermDraft>;
