import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { fiatCurrencies } from '#rest/currencies.ts';
import { decimal } from '#rest/decimal.ts';
import { required } from '#rest/identity/fields.ts';

const words = (max: number) =>
  z
    .string()
    .check(z.trim(), required, z.maxLength(max), z.regex(/^[^\p{Cc}<>]+$/u, { error: 'value_invalid' }));
const amount = decimal({ decimalsMax: 2 });
const ceiling = described(z.nullable(amount), 'Null: no maximum.');
const isAtLeast = (max: string | null, min: string) => max === null || Number(max) >= Number(min);

/** An account of the exchange at a bank, one for each currency. */
export const BankAccountRules = named(
  'BankAccountRules',
  z
    .strictObject({
      currency: z.enum(fiatCurrencies, { error: 'coin_invalid' }),
      name: described(
        z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'value_invalid' })),
        'Of the account in the ledger, `house:bank:<name>`. Another bank has another name.',
      ),
      holder: words(140),
      account: described(words(40), 'An IBAN or the number of an account.'),
      bank: words(140),
      bic: z.nullable(
        z.string().check(z.regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/, { error: 'bank_code_invalid' })),
      ),
      deposit_fee: amount,
      deposit_min: amount,
      deposit_max: ceiling,
      deposits_disabled: z.boolean(),
      withdrawal_fee: amount,
      withdrawal_min: amount,
      withdrawal_max: ceiling,
      withdrawals_disabled: z.boolean(),
    })
    .check(
      z.refine(({ deposit_max, deposit_min }) => isAtLeast(deposit_max, deposit_min), {
        ...{ path: ['deposit_max'], error: 'value_invalid' },
      }),
      z.refine(({ withdrawal_max, withdrawal_min }) => isAtLeast(withdrawal_max, withdrawal_min), {
        ...{ path: ['withdrawal_max'], error: 'value_invalid' },
      }),
    ),
);
export type BankAccountRules = z.infer<typeof BankAccountRules>;
