import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { BankAccountRules } from '#rest/back-office/bank-accounts.ts';
import { desk, explained, keysetQuery } from '#rest/back-office/fields.ts';
import { moment } from '#rest/codes.ts';
import { fiatCurrencies } from '#rest/currencies.ts';
import { decimalString, requestDecimal } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { oneLine } from '#rest/text.ts';
import { unreadable } from '#rest/unreadable.ts';
import { next, transactionId, user } from './fields.ts';

/** Transfers that a user may have announced and that have not arrived. */
export const openBankDepositsMax = 10;

const currency = z.enum(fiatCurrencies, { error: 'coin_invalid' });
/** A currency is counted in hundredths. */
const amount = requestDecimal({ decimalsMax: 2 });
const words = (max: number) => z.string().check(z.trim(), required, z.maxLength(max), oneLine);

export const BankDeposit = named(
  'BankDeposit',
  z.object({
    id: uuid(),
    date: moment,
    currency,
    amount: described(decimalString, 'What is to be sent.'),
    reference: described(z.string(), 'The payment must carry it: by it the money is credited.', {
      example: 'EMP-7K3M-Q9TX',
    }),
    status: described(
      z.enum(['pending', 'completed', 'cancelled']),
      'Completed once something has been credited. Cancelled: nothing arrived in time, or it was sent back.',
    ),
    credited: described(decimalString, 'What has been credited, the fee taken off.'),
    to: described(
      z.nullable(
        z.object({
          holder: z.string(),
          account: described(z.string(), 'An IBAN or the number of an account.'),
          bank: z.string(),
          bic: z.nullable(z.string()),
        }),
      ),
      'Where to send it. Null: no transfers are taken in this currency now.',
    ),
  }),
);
export type BankDeposit = z.infer<typeof BankDeposit>;

export const bankArrivalStages = ['waiting', 'crediting', 'completed', 'returned'] as const;

export const BankArrival = named(
  'BankArrival',
  z.object({
    id: uuid(),
    date: described(moment, 'When it was recorded.'),
    bank: z.string(),
    bank_transaction: described(z.string(), 'The number that the bank gave it. It is recorded once.'),
    currency,
    amount: decimalString,
    fee: decimalString,
    sender: described(
      z.nullable(z.string()),
      'From whom. Null for who neither decides on it nor may see personal data.',
    ),
    reference: described(z.nullable(z.string()), 'As it was written on the payment.'),
    user: described(
      z.nullable(z.object({ id: uuid(), username: z.string() })),
      'Whose reference it is. Null: nobody’s, so far.',
    ),
    stage: z.enum(bankArrivalStages),
    second_person: described(
      z.boolean(),
      'It waits for a proposal of the kind `bank_credit`: it has no owner, its reference was paid before, or it is worth much.',
    ),
    proposal: described(z.nullable(uuid()), 'To credit it, which waits for a second person.'),
    recorded_by: uuid(),
    reason: z.string(),
    unreadable,
  }),
);
export type BankArrival = z.infer<typeof BankArrival>;

export const AnnouncedTransfer = named(
  'AnnouncedTransfer',
  z.object({
    id: uuid(),
    date: moment,
    currency,
    amount: decimalString,
    reference: z.string(),
    status: BankDeposit.shape.status,
    user: z.object({ id: uuid(), username: z.string() }),
  }),
);
export type AnnouncedTransfer = z.infer<typeof AnnouncedTransfer>;

export const bankEndpoints = {
  list: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'bank/deposits',
    summary: "List one's own announced bank transfers, newest first",
    query: z.strictObject({ currency: z.optional(currency) }),
    response: z.object({ results: z.array(BankDeposit) }),
  }),
  read: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'bank/deposits/:id',
    summary: 'Read an announced bank transfer',
    params: transactionId,
    response: BankDeposit,
    errors: ['transaction_not_found'],
  }),
  announce: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'bank/deposits',
    summary: 'Announce a bank transfer, and get the account and the reference for it',
    body: z.strictObject({ currency, amount }),
    response: BankDeposit,
    errors: [
      'coin_invalid',
      'deposits_disabled',
      'amount_too_small',
      'amount_too_large',
      'deposit_limit_exceeded',
    ],
  }),
} as const;

export const bankReviewEndpoints = {
  announced: defineEndpoint({
    ...desk,
    access: 'deposits.read',
    method: 'GET',
    path: 'admin/bank/deposits',
    summary: 'List what users said that they would send, newest first, or find it by its reference',
    query: z.extend(keysetQuery(), {
      reference: z.optional(words(60)),
      open: described(z.optional(z.enum(['true'])), 'Only those of which nothing has arrived.'),
    }),
    response: z.object({ results: z.array(AnnouncedTransfer), next }),
  }),
  list: defineEndpoint({
    ...desk,
    access: 'deposits.read',
    method: 'GET',
    path: 'admin/bank/arrivals',
    summary: 'List what arrived at our banks, newest first',
    query: z.extend(keysetQuery(), { stage: z.optional(z.enum(bankArrivalStages)) }),
    response: z.object({ results: z.array(BankArrival), next }),
  }),
  returned: defineEndpoint({
    ...desk,
    access: 'deposits.decide',
    method: 'POST',
    path: 'admin/bank/arrivals/:id/return',
    summary: 'Say that money that waits was sent back to where it came from; it is never credited then',
    params: transactionId,
    body: z.strictObject(explained),
    response: BankArrival,
    errors: ['transaction_not_found', 'deposit_not_held', 'own_account', ...confirmationErrors],
  }),
  accounts: defineEndpoint({
    ...desk,
    access: 'deposits.read',
    method: 'GET',
    path: 'admin/bank/accounts',
    summary: 'List the accounts of the exchange at banks, one for each currency',
    response: z.object({ results: z.array(BankAccountRules) }),
  }),
  record: defineEndpoint({
    ...desk,
    access: 'deposits.decide',
    method: 'POST',
    path: 'admin/bank/arrivals',
    summary:
      'Record money that arrived at a bank; it is credited by its reference, or waits when it matches nobody or takes two people',
    body: z.strictObject({
      currency,
      amount,
      bank_transaction: described(words(80), 'The number that the bank gave it.'),
      sender: described(words(120), 'From whom, as the bank says.'),
      reference: described(z.prefault(z.nullable(words(140)), null), 'As it was written on the payment.'),
      ...explained,
    }),
    response: BankArrival,
    errors: [
      'coin_invalid',
      'amount_too_small',
      'duplicate_transaction',
      'bank_currency_differs',
      'own_account',
      ...confirmationErrors,
    ],
  }),
} as const;
