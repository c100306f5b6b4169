import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { desk, explained } from '#rest/back-office/fields.ts';
import { coinCode, moment } from '#rest/codes.ts';
import { fiatCurrencies, rateHoursMax, valueCurrency } from '#rest/currencies.ts';
import { decimal, decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';

/** Further than this one person moves no rate within that time. A larger step, and the first rate, two people agree on. */
export const rateStepPercentMax = 10;

export const CoinRate = named(
  'CoinRate',
  z.object({
    coin: coinCode,
    rate: described(
      z.nullable(decimalString),
      `What one coin is worth. Null: nobody knows, or what is known is older than ${rateHoursMax} hours.`,
    ),
    rate_24h: described(z.nullable(decimalString), 'The same 24 hours ago.'),
    time: described(z.nullable(moment), 'As of when: that of the oldest price that the rate is made of.'),
  }),
);
export type CoinRate = z.infer<typeof CoinRate>;

export const rateSources = ['demo', 'operator', 'url'] as const;

export const FiatRate = named(
  'FiatRate',
  z.object({
    currency: z.enum(fiatCurrencies),
    rate: described(z.nullable(decimalString), 'How much of it one USDT is worth. Null: nobody has said.'),
    time: z.nullable(moment),
    source: z.nullable(z.enum(rateSources)),
    by: described(z.nullable(z.guid()), 'The operator who entered it.'),
    reason: z.nullable(z.string()),
    counts: described(z.boolean(), `Not older than ${rateHoursMax} hours.`),
  }),
);
export type FiatRate = z.infer<typeof FiatRate>;

/** How much of a currency one USDT is worth. */
export const fiatRateField = decimal({ decimalsMax: 12 }).check(
  z.refine((text) => /[1-9]/.test(text), { error: 'amount_too_small', params: { min: '0.000000000001' } }),
  z.refine((text) => (text.split('.')[0] ?? '').length <= 12, {
    error: 'amount_too_large',
    params: { max: '999999999999' },
  }),
);

export const rateEndpoints = {
  list: defineEndpoint({
    access: 'public',
    tag: 'markets',
    method: 'GET',
    path: 'rates',
    summary: 'List what one of each coin is worth in a currency or a coin, by the last trades',
    query: z.strictObject({ in: valueCurrency }),
    response: z.object({ in: z.string(), results: z.array(CoinRate) }),
    errors: ['coin_invalid'],
  }),
  listFiat: defineEndpoint({
    ...desk,
    access: 'rates.read',
    method: 'GET',
    path: 'admin/rates',
    summary: 'List the rates of currencies as they were last entered or fetched',
    response: z.object({ results: z.array(FiatRate) }),
  }),
  setFiat: defineEndpoint({
    ...desk,
    access: 'rates.set',
    method: 'PUT',
    path: 'admin/rates/:currency',
    summary: `Enter what one USDT is worth in a currency, at most ${rateStepPercentMax} % from what is known; it counts for 48 hours`,
    params: z.object({ currency: z.enum(fiatCurrencies) }),
    body: z.strictObject({
      rate: described(fiatRateField, 'How much of the currency one USDT is worth.', { example: '0.92' }),
      ...explained,
    }),
    response: FiatRate,
    errors: ['amount_too_small', 'amount_too_large', 'rate_needs_second_person', ...confirmationErrors],
  }),
} as const;
