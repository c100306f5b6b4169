import * as z from 'zod/mini';
import { described } from '#documented.ts';
import { explained } from '#rest/back-office/fields.ts';
import { refundAmount } from '#rest/cards/card-review.ts';
import { coinCode, networkCode } from '#rest/codes.ts';
import { decimalString, requestDecimal } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { uuid } from '#rest/ids.ts';
import { oneLine } from '#rest/text.ts';
import { letGoErrors } from '#rest/wallet/withdrawal-review.ts';
import { madeErrors, proposal, proposalErrors, user } from './proposal.ts';

/** What is proposed about money that came or is to leave, and from which value on. */
export const moneyPayloads = {
  large_payout: z.strictObject({
    withdrawal: uuid(),
    user,
    currency: coinCode,
    network: networkCode,
    amount: decimalString,
    address: z.string(),
  }),
  deposit_credit: z.strictObject({
    deposit: uuid(),
    user,
    currency: coinCode,
    network: networkCode,
    amount: decimalString,
    hash: z.string(),
  }),
  bank_credit: z.strictObject({
    arrival: uuid(),
    user,
    currency: coinCode,
    amount: decimalString,
    bank_transaction: z.string(),
    sender: z.string(),
  }),
  card_refund: z.strictObject({
    order: z.uuid(),
    user,
    currency: coinCode,
    amount: decimalString,
    pay_system: z.string(),
  }),
  review_thresholds: z.strictObject({
    payouts_above: described(decimalString, 'In USDT. A withdrawal above it is let go by two people.'),
    credits_above: described(decimalString, 'In USDT. A held deposit above it is credited by two people.'),
  }),
} as const;

export const moneyProposals = {
  payOut: defineEndpoint({
    ...proposal,
    access: 'withdrawals.decide',
    path: 'admin/approvals/large-payout',
    summary: 'Propose to let a held withdrawal go that takes two people',
    body: z.strictObject({ withdrawal: uuid({ error: 'transaction_not_found' }), ...explained }),
    errors: [
      ...proposalErrors,
      'transaction_not_found',
      'withdrawal_not_held',
      'own_withdrawal',
      ...letGoErrors,
    ],
  }),
  creditDeposit: defineEndpoint({
    ...proposal,
    access: 'deposits.decide',
    path: 'admin/approvals/deposit-credit',
    summary: 'Propose to credit a held deposit that has no owner, or takes two people by its value',
    body: z.strictObject({
      deposit: uuid({ error: 'transaction_not_found' }),
      user: described(
        z.optional(z.string().check(z.trim(), z.maxLength(254), oneLine)),
        'The e-mail address, the name or the id of a user. Only for a deposit without an owner.',
      ),
      ...explained,
    }),
    errors: [
      ...proposalErrors,
      'transaction_not_found',
      'deposit_not_held',
      'deposit_has_owner',
      'token_not_listed',
      'amount_too_large',
      'account_disabled',
    ],
  }),
  creditBankTransfer: defineEndpoint({
    ...proposal,
    access: 'deposits.decide',
    path: 'admin/approvals/bank-credit',
    summary: 'Propose to credit money that arrived at a bank and waits',
    body: z.strictObject({
      arrival: uuid({ error: 'transaction_not_found' }),
      user: described(
        z.optional(z.string().check(z.trim(), z.maxLength(254), oneLine)),
        'The e-mail address, the name or the id of a user. Only for money whose reference is nobody’s.',
      ),
      ...explained,
    }),
    errors: [
      ...proposalErrors,
      'transaction_not_found',
      'deposit_not_held',
      'deposit_has_owner',
      'account_disabled',
    ],
  }),
  refundCard: defineEndpoint({
    ...proposal,
    access: 'deposits.decide',
    path: 'admin/approvals/card-refund',
    summary: 'Propose to refund a purchase with a card, or a part of it, that takes two people',
    body: z.strictObject({
      order: uuid({ error: 'transaction_not_found' }),
      amount: refundAmount,
      ...explained,
    }),
    errors: [
      ...proposalErrors,
      'transaction_not_found',
      'card_payment_not_refundable',
      'card_refund_not_covered',
      'amount_too_small',
      'amount_too_large',
    ],
  }),
  setThresholds: defineEndpoint({
    ...proposal,
    access: 'thresholds.propose',
    path: 'admin/approvals/review-thresholds',
    summary: 'Propose above which values withdrawals and credits take two people',
    body: z.extend(
      z.strictObject({ payouts_above: requestDecimal(), credits_above: requestDecimal() }),
      explained,
    ),
    errors: [...madeErrors],
  }),
} as const;
