import * as z from 'zod/mini';
import { described } from '#documented.ts';

/** The currencies beside coins that values are shown in. */
export const fiatCurrencies = ['USD', 'EUR', 'RUB'] as const;
export type FiatCurrency = (typeof fiatCurrencies)[number];

/** A rate that is older gives no value. */
export const rateHoursMax = 48;

export const valueCurrency = described(
  z.prefault(z.string().check(z.regex(/^[A-Z0-9]{2,10}$/, { error: 'coin_invalid' })), 'USD'),
  'What values are given in: USD, EUR, RUB or a coin.',
  { example: 'EUR' },
);
