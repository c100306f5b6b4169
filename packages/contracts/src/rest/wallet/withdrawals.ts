import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors, confirmed } from '#rest/identity/confirmation.ts';
import { secretToken } from '#rest/identity/fields.ts';
import { CodeSent, factorMethods } from '#rest/identity/login.ts';
import { count } from '#rest/numbers.ts';
import { amount } from '#rest/trading/order.ts';
import {
  clientId,
  coinOnNetwork,
  transactionId,
  user,
  writtenAddress,
  writtenHolder,
  writtenMemo,
} from './fields.ts';
import { unprovedErrors } from './proved.ts';
import { Transaction } from './transactions.ts';

/** In the order in which a withdrawal passes them; the last four are ends, beside `completed`. */
export const withdrawalStages = [
  'requested',
  'confirmed',
  'held',
  'queued',
  'built',
  'signed',
  'broadcast',
  'confirming',
  'completed',
  'cancelled',
  'rejected',
  'failed',
  'replaced',
] as const;

export const Withdrawal = named(
  'Withdrawal',
  z.extend(Transaction, {
    type: z.literal('withdrawal'),
    stage: described(
      z.enum(withdrawalStages),
      'The step that it is at; `status` is the short of it. pending: requested (waits for its code or link), confirmed, held (a person looks at it), queued, built, signed. confirming: broadcast, confirming. completed: completed. cancelled: cancelled (by its owner, or nobody confirmed it), rejected (not approved). failed: failed. Decide by `status`; `stage` may gain words.',
    ),
    client_id: clientId,
    holder: described(
      z.nullable(z.string()),
      'Of a bank transfer (`network` is then `bank`, `address` the IBAN or account number, `memo` the code of the bank and `hash` its own number of the payment): in whose name the account is.',
    ),
    total: described(decimalString, 'What it takes from the balance: the amount and the fee.'),
    cancellable: described(z.boolean(), 'It can still be cancelled.'),
    confirmation: described(
      z.nullable(
        z.object({
          step: described(
            z.enum(['code', 'link']),
            'code: send it to `confirm`; link: open that of the mail.',
          ),
          one_mail: described(
            z.boolean(),
            'The mailbox is the only factor of the account: one mail of `send-code` has a code and a link, and either of them confirms the whole.',
          ),
          methods: described(z.array(z.enum(factorMethods)), 'By what the code comes. Empty for the link.'),
          targets: described(
            z.object({ sms: z.optional(z.string()), email: z.optional(z.string()) }),
            'Where it would go, mostly hidden.',
          ),
          expires: described(moment, 'If it is not confirmed before, the request ends.'),
          resend_from: described(
            z.optional(moment),
            'From when the mail can be sent once more. Left out: none was sent yet, or the code is not sent by mail with a link.',
          ),
          attempts_left: described(count, 'Wrong codes until the request ends.'),
        }),
      ),
      'What is missing from its owner. Null: nothing.',
    ),
  }),
);
export type Withdrawal = z.infer<typeof Withdrawal>;

export const WithdrawalQuote = named(
  'WithdrawalQuote',
  z.object({
    fee: described(decimalString, 'On top of the amount.'),
    min: decimalString,
    max: described(z.nullable(decimalString), 'The most in one withdrawal. Null: no maximum.'),
    available: described(decimalString, 'What is free of the coin.'),
    sendable: described(
      decimalString,
      'The most that can be sent now, after the fee and within every limit.',
    ),
    day: described(
      z.object({
        max: z.nullable(decimalString),
        used: decimalString,
        left: z.nullable(decimalString),
      }),
      'Of this coin within 24 hours, over all networks. Null: no maximum.',
    ),
    level: described(
      z.object({ level: count, max: decimalString, used: decimalString, left: decimalString }),
      'Of all coins within 24 hours, by their value in USDT.',
    ),
    value: described(z.nullable(decimalString), 'Of the amount that was asked about, in USDT.'),
    reviewed: described(z.boolean(), 'A person looks at a withdrawal of this amount before it is sent.'),
    frozen_until: described(
      z.nullable(moment),
      'Nothing can be withdrawn before this moment. Null: withdrawals are on.',
    ),
  }),
);
export type WithdrawalQuote = z.infer<typeof WithdrawalQuote>;

/** Why a coin cannot leave. */
const closed = ['coin_invalid', 'network_invalid', 'withdrawal_disabled', 'withdrawals_disabled'] as const;

/** What can be wrong with where it goes. */
export const wrongRecipient = [
  'invalid_withdrawal_address',
  'wrong_address',
  'invalid_memo',
  'destination_tag_required',
  'holder_differs',
] as const;

export const WithdrawalRecipient = named(
  'WithdrawalRecipient',
  z.object({
    address: described(z.string(), 'In the one spelling of its network.'),
    memo: z.nullable(z.string()),
    holder: described(z.nullable(z.string()), 'Of a bank account.'),
    internal: described(
      z.boolean(),
      'The address is of a user of this exchange: it is paid without the network, at once and without a fee.',
    ),
  }),
);
export type WithdrawalRecipient = z.infer<typeof WithdrawalRecipient>;

/** What keeps money from leaving an account. */
export const cannotPay = [
  'amount_too_small',
  'amount_too_large',
  'amount_too_many_decimals',
  'insufficient_funds',
  'not_enough_funds',
  'not_enough_for_fee',
  'not_enough_in_holds',
  'withdrawal_limit_exceeded',
  'out_of_limit',
  'card_hold',
  'payouts_frozen',
  ...unprovedErrors,
  'account_frozen',
  'account_disabled',
  'duplicate_transaction',
  'too_many_withdrawal_attempts',
] as const;

/** A withdrawal that is no longer where the call wants it. */
const elsewhere = [
  'transaction_not_found',
  'transaction_failed',
  'withdrawal_already_confirmed',
  'withdrawal_already_cancelled',
] as const;

/** What the link of a mail answers to whoever is not its owner, logged in: nothing of the withdrawal. */
const spentLink = [
  'invalid_token',
  'link_of_another_account',
  'withdrawal_already_confirmed',
  'withdrawal_already_cancelled',
] as const;

const byLink = z.strictObject({ token: described(secretToken, 'Of the link in the mail.') });

export const withdrawalEndpoints = {
  quote: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/withdrawal-quote',
    summary: 'Read what a withdrawal costs, and how much can be sent now',
    query: z.strictObject({ ...coinOnNetwork, amount: z.optional(amount) }),
    response: WithdrawalQuote,
    errors: [...closed, 'amount_too_many_decimals'],
  }),
  recipient: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'wallet/withdrawal-recipient',
    summary: 'Check where a withdrawal would go, before it is asked for',
    body: z.strictObject({
      ...coinOnNetwork,
      address: writtenAddress,
      memo: z.optional(writtenMemo),
      holder: z.optional(writtenHolder),
    }),
    response: WithdrawalRecipient,
    errors: [
      ...closed,
      ...wrongRecipient,
      'address_not_saved',
      'address_denied',
      'payouts_frozen',
      ...unprovedErrors,
      'too_many_withdrawal_attempts',
    ],
  }),
  request: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'wallet/withdrawals',
    summary:
      'Ask for a withdrawal; it waits for a code, then for the link of a mail (or for one mail with both)',
    body: z.strictObject({
      ...coinOnNetwork,
      address: writtenAddress,
      memo: z.optional(writtenMemo),
      holder: z.optional(writtenHolder),
      amount: described(amount, 'What the recipient gets. The fee comes on top.'),
      client_id: clientId,
    }),
    response: Withdrawal,
    errors: [
      ...closed,
      ...wrongRecipient,
      ...cannotPay,
      'address_not_saved',
      'address_denied',
      'confirmation_required',
    ],
  }),
  sendCode: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'wallet/withdrawals/:id/send-code',
    summary: 'Have the code of a withdrawal sent',
    params: transactionId,
    body: z.strictObject({ method: z.enum(['sms', 'email']) }),
    response: CodeSent,
    errors: [
      ...elsewhere,
      'value_not_allowed',
      'already_sent',
      'too_many_verification_attempts',
      'email_service_error',
      'sms_service_error',
    ],
  }),
  confirm: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'wallet/withdrawals/:id/confirm',
    summary:
      'Confirm a withdrawal with a code; its mail with the link is sent then, unless the code came with it',
    params: transactionId,
    body: confirmed,
    response: Withdrawal,
    errors: [
      ...elsewhere,
      ...confirmationErrors,
      'payouts_frozen',
      ...unprovedErrors,
      'account_frozen',
      'staff_account',
      'wrong_address',
      'card_hold',
      'address_not_saved',
      'address_denied',
      'too_many_withdrawal_attempts',
    ],
  }),
  sendLink: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'wallet/withdrawals/:id/send-link',
    summary: 'Have the mail with the link sent once more; the link of before stops working',
    params: transactionId,
    response: Withdrawal,
    errors: [...elsewhere, 'confirmation_required', 'already_sent', 'payouts_frozen'],
  }),
  readByLink: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'withdrawal/read-withdrawal-request',
    summary: "Read what the link of a mail confirms, one's own; it changes nothing",
    body: byLink,
    response: Withdrawal,
    errors: ['invalid_token', 'link_of_another_account'],
  }),
  confirmByLink: defineEndpoint({
    access: 'open',
    duringMaintenance: false,
    tag: 'wallet',
    method: 'POST',
    path: 'withdrawal/confirm-withdrawal-request',
    summary: 'Confirm a withdrawal by the token of its mail',
    body: byLink,
    response: Withdrawal,
    errors: [
      ...spentLink,
      'two_factor_required',
      'transaction_failed',
      'payouts_frozen',
      ...unprovedErrors,
      'account_frozen',
      'staff_account',
      'wrong_address',
      'card_hold',
      'address_not_saved',
      'address_denied',
    ],
  }),
  cancelByLink: defineEndpoint({
    access: 'open',
    tag: 'wallet',
    method: 'POST',
    path: 'withdrawal/cancel-withdrawal-request',
    summary: 'Cancel a withdrawal by the token of its mail',
    body: byLink,
    response: Withdrawal,
    errors: [...spentLink, 'transaction_failed', 'withdrawal_already_sent'],
  }),
  cancel: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'wallet/withdrawals/:id/cancel',
    duringMaintenance: true,
    summary: 'Cancel a withdrawal that has not been sent; cancelling it again changes nothing',
    params: transactionId,
    response: Withdrawal,
    errors: [
      'transaction_not_found',
      'transaction_failed',
      'withdrawal_already_cancelled',
      'withdrawal_already_sent',
    ],
  }),
  read: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/withdrawals/:id',
    summary: "Read one of one's own withdrawals",
    params: transactionId,
    response: Withdrawal,
    errors: ['transaction_not_found'],
  }),
} as const;
