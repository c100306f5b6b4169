import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, networkCode } from '#rest/codes.ts';
import {
  chainDecimalString,
  decimalString,
  signedChainDecimalString,
  signedDecimalString,
} from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { unreadable } from '#rest/unreadable.ts';
import { cursorQuery, next, user } from './fields.ts';

export const transactionStatuses = ['pending', 'confirming', 'completed', 'failed', 'cancelled'] as const;

/** Why a deposit is not credited although it is here: it is when the reason goes. */
export const depositReasons = [
  'deposits_disabled',
  'below_minimum',
  'above_maximum',
  'unknown_token',
  'account_switched_off',
  'missing_memo',
  'no_owner',
  'unrecognised',
  'refused',
] as const;

/** What a withdrawal waits for, and why one ended without being paid. */
export const withdrawalReasons = [
  'code',
  'link',
  'review',
  'new_address',
  'withdrawals_disabled',
  'payouts_stopped',
  'payouts_frozen',
  'funds',
  'signer',
  'node',
  'network_fee',
  'cancelled_by_user',
  'expired',
  'wrong_codes',
  'rejected',
  'refused_by_network',
  'refused_by_recipient',
  'returned_by_bank',
] as const;

/** Why an announced bank transfer is not credited: it has not arrived, did not in time, or was sent back. */
const announcedReasons = ['bank_transfer', 'transfer_missing', 'transfer_returned'] as const;

export const transactionReasons = [...depositReasons, ...withdrawalReasons, ...announcedReasons] as const;

/** In place of a coin: a token came that the exchange does not list. Lists leave it out unless they are filtered by it. */
export const unlistedCurrency = 'UNLISTED';

/** A deposit or a withdrawal, in whatever state it is. */
export const Transaction = named(
  'Transaction',
  z.object({
    id: uuid(),
    date: described(moment, 'When it was first seen or asked for.'),
    updated: described(count, 'When it last changed, in epoch seconds.', { example: 1_794_723_722 }),
    type: z.enum(['deposit', 'withdrawal']),
    currency: described(
      coinCode,
      `The coin. ${unlistedCurrency}: a token that is not supported arrived; it is on record, and credited if it is ever listed. Only a list with this as its \`currency\` has it.`,
    ),
    contract: described(
      z.optional(z.string()),
      `Of a token that is ${unlistedCurrency}, whose amount is in its smallest units: nobody knows its decimals. Otherwise left out.`,
    ),
    network: networkCode,
    amount: described(
      chainDecimalString,
      'Of a deposit: what arrived, and once it is final what the account is credited with, before the fee. Of a withdrawal: what the recipient gets.',
    ),
    fee: described(decimalString, 'Taken from a deposit, and on top of a withdrawal.'),
    change: described(
      signedChainDecimalString,
      'What it changes of the balance once it is completed, the fee included. Below zero for a withdrawal.',
    ),
    status: described(
      z.enum(transactionStatuses),
      'The short of where it is, the same five words for deposits and withdrawals. pending: it waits, for what says `reason`; confirming: the network has it; completed: final; failed: it will never arrive; cancelled: it was not sent. A withdrawal has the exact step in `stage`.',
    ),
    reason: described(z.nullable(z.enum(transactionReasons)), 'Why it waits, or why it was not paid.'),
    hash: described(
      z.nullable(z.string()),
      'Of the transaction on the network. Null: there is none yet, or it never left the exchange.',
    ),
    output_index: described(z.nullable(count), 'Which output or log of the transaction.'),
    address: described(z.nullable(z.string()), 'Where it went to.'),
    memo: described(z.nullable(z.string()), 'The memo or destination tag.'),
    confirmations: count,
    confirmations_required: described(count, 'With this many it is completed.'),
    block_height: z.nullable(count),
    internal: described(
      z.boolean(),
      'From one user of this exchange to the address of another: it is there at once, and no network has it.',
    ),
    unreadable,
  }),
);
export type Transaction = z.infer<typeof Transaction>;

/** Why money came to an account or left it. */
export const movementKinds = [
  'trade',
  'deposit',
  'withdrawal',
  'payout_returned',
  'transfer',
  'code',
  'adjustment',
  'reversal',
  'pool',
  'bonus',
] as const;

/** A change of what a user has of a coin. */
export const WalletMovement = named(
  'WalletMovement',
  z.object({
    id: z.string().check(z.maxLength(64)),
    date: moment,
    updated: described(count, 'Epoch seconds.'),
    type: described(
      z.string(),
      'trade, deposit, withdrawal, payout_returned (a withdrawal that came back), transfer, code, adjustment or bonus.',
      { example: 'deposit' },
    ),
    currency: coinCode,
    amount: described(signedDecimalString, 'Below zero for money that left.'),
    fee: described(decimalString, 'What went to the exchange of it; the amount is what is left after it.'),
    balance: described(decimalString, 'What there is of the coin after it, held money included.'),
    reference: described(z.string(), 'The trade, transaction, transfer or code that it belongs to.'),
  }),
);
export type WalletMovement = z.infer<typeof WalletMovement>;

export const walletHistoryEndpoints = {
  transactions: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'transactions',
    summary: "List one's own deposits and withdrawals in every state, newest first",
    query: z.extend(cursorQuery(), {
      wallet: described(
        z.optional(z.enum(['True', 'true'])),
        'Changes nothing: all of them are the wallet’s.',
      ),
      type: z.optional(z.enum(['deposit', 'withdrawal'])),
      currency: z.optional(coinCode),
      network: z.optional(networkCode),
      status: z.optional(z.enum(transactionStatuses)),
    }),
    response: z.object({ results: z.array(Transaction), next }),
    errors: ['coin_invalid', 'network_invalid'],
  }),
  movements: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet-history',
    summary: "List every movement of one's own money, newest first",
    query: z.extend(cursorQuery(), {
      type: z.optional(z.enum(movementKinds)),
      currency: z.optional(coinCode),
    }),
    response: z.object({ results: z.array(WalletMovement), next }),
    errors: ['coin_invalid'],
  }),
} as const;
