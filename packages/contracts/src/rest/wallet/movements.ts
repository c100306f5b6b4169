import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, networkCode, pairCode, webAddress } from '#rest/codes.ts';
import { chainDecimalString, decimal, decimalString, signedChainDecimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { oneLine } from '#rest/text.ts';
import { operation } from '#rest/trading/order.ts';
import { historyQuery } from '#rest/trading/orders.ts';
import { unreadable } from '#rest/unreadable.ts';
import { next, user } from './fields.ts';
import { transactionReasons, transactionStatuses, unlistedCurrency } from './transactions.ts';

/**
 * `bank`: a bank transfer, in or out, from its announcement on. `card_purchase` and `card_sale`: a card order with its payment and the trades that it made. `swap`: a
 * quick swap with all its trades. `trade`: one fill of an order. `refund` and `chargeback`: a card payment that was taken back. `other`: none of these.
 */
export const movementTypes = [
  'deposit',
  'withdrawal',
  'bank',
  'card_purchase',
  'card_sale',
  'swap',
  'trade',
  'transfer',
  'code',
  'refund',
  'chargeback',
  'adjustment',
  'bonus',
  'other',
] as const;

/** Every state that a movement passes: those of deposits, of withdrawals and of codes. */
export const movementStages = [
  'pending',
  'requested',
  'confirmed',
  'held',
  'queued',
  'built',
  'signed',
  'broadcast',
  'confirming',
  'active',
  'redeemed',
  'completed',
  'cancelled',
  'expired',
  'rejected',
  'failed',
] as const;

/** The longest text that the list is searched for. */
export const movementTextMax = 100;

const coinAmount = z.object({ currency: coinCode, amount: decimalString });

/** What moved a balance: the row itself, the payment or payout of a card order, or the orders that a row's trades filled in a market. */
export const legKinds = ['movement', 'payment', 'payout', 'payout_returned', 'trade'] as const;

export const MovementLeg = named(
  'MovementLeg',
  z.object({
    kind: z.enum(legKinds),
    currency: coinCode,
    change: described(signedChainDecimalString, 'Of the balance, the fee included.'),
    fee: described(chainDecimalString, 'In the same coin.'),
    pair: described(z.nullable(pairCode), 'Of trades: the market.'),
  }),
);
export type MovementLeg = z.infer<typeof MovementLeg>;

const exchanged = z.object({
  paid: described(z.nullable(coinAmount), 'What the user paid in all, fees included.'),
  received: described(z.nullable(coinAmount), 'What the user got, fees deducted. Null: nothing so far.'),
  fees: described(z.array(coinAmount), 'All fees, coin by coin.'),
  remainders: described(
    z.array(coinAmount),
    'What the markets did not take of what was to be exchanged. It is on the balance.',
  ),
});

export const Movement = named(
  'Movement',
  z.object({
    id: described(
      z.string().check(z.maxLength(64)),
      'A UUID; `t` and the number of a trade; `s` and the number of a swap; or the number of the line in the ledger.',
    ),
    date: described(moment, 'When it was first seen, asked for or done. The list goes by it.'),
    updated: described(moment, 'When it last changed.'),
    type: z.enum(movementTypes),
    direction: described(z.enum(['in', 'out']), 'Whether it brings the coin or takes it.'),
    currency: described(
      coinCode,
      `The coin; of an exchange the coin that was bought, or that was sold in a market or to a card. ${unlistedCurrency}: a token that is not supported arrived. Lists have it when this is their \`currency\`, or when \`text\` is its whole hash, contract or id.`,
    ),
    contract: described(
      z.nullable(z.string()),
      `Of a token that is ${unlistedCurrency}, whose amount is in its smallest units. Null for every other.`,
    ),
    amount: described(chainDecimalString, 'What arrives or is sent or traded, without the fee.'),
    fee: described(decimalString, 'Taken from what comes in, and on top of what goes out.'),
    change: described(
      signedChainDecimalString,
      'What it changes of the balance of the coin once it is completed, the fee included. Below zero for money that leaves. `legs` has the other coins too.',
    ),
    exchange: described(
      z.nullable(exchanged),
      'Of a trade, a swap and a card order: what was paid and what was received. Null for every other.',
    ),
    legs: described(
      z.array(MovementLeg),
      'All that it changes, coin by coin. The legs of all rows add up to the balance: those of completed rows, and those of a card order from its payment on.',
    ),
    status: described(z.enum(transactionStatuses), 'As that of a transaction.'),
    stage: described(z.enum(movementStages), 'Where exactly it is; `status` is the short of it.'),
    reason: described(z.nullable(z.enum(transactionReasons)), 'Why it waits, or why it was not paid.'),
    network: described(z.nullable(networkCode), 'Null: it moved within the exchange.'),
    hash: described(z.nullable(z.string()), 'Of the transaction on the network.'),
    output_index: z.nullable(count),
    explorer: described(z.nullable(webAddress), 'The transaction at a block explorer. Null: there is none.'),
    address: described(z.nullable(z.string()), 'Where it went to.'),
    memo: described(z.nullable(z.string()), 'The memo or destination tag.'),
    label: described(
      z.nullable(z.string()),
      'Under which the address is saved, as the address book has it now. Of a card payment: the pay system, and what the card or account ends with.',
    ),
    confirmations: described(z.nullable(count), 'Null: it needs none.'),
    confirmations_required: z.nullable(count),
    block_height: z.nullable(count),
    internal: described(
      z.boolean(),
      'A deposit or withdrawal from one user of this exchange to the address of another: no network has it.',
    ),
    counterparty: described(
      z.nullable(z.string()),
      'Of a transfer: the name of the other user. Of a bank transfer out: the holder of the account.',
    ),
    hint: described(
      z.nullable(z.string()),
      'Of a code: its last characters. Of a bank transfer in: its reference.',
    ),
    card_order: described(z.nullable(uuid()), 'The card order that it is part of.'),
    swap: described(
      z.nullable(
        z.object({
          id: z.string(),
          from: coinCode,
          to: coinCode,
          given: decimalString,
          received: decimalString,
        }),
      ),
      'Of a swap.',
    ),
    trade: described(
      z.nullable(
        z.object({
          id: z.string(),
          order_id: z.string(),
          pair: pairCode,
          operation,
          price: decimalString,
          quantity: decimalString,
        }),
      ),
      'Of a trade.',
    ),
    balance: described(
      z.nullable(decimalString),
      'What there was of the coin after it, held money included. Null: the ledger has no single line for it.',
    ),
    unreadable,
  }),
);
export type Movement = z.infer<typeof Movement>;

export const MovementDetails = named(
  'MovementDetails',
  z.extend(Movement, {
    timeline: described(
      z.array(z.object({ stage: z.enum(movementStages), time: moment })),
      'The stages that it has passed, the oldest first. The last is the one it is in.',
    ),
    cancellable: described(z.boolean(), 'A withdrawal or a code that can still be cancelled.'),
  }),
);
export type MovementDetails = z.infer<typeof MovementDetails>;

const { limit, cursor, from, to } = historyQuery.shape;

/** What a list or an export of movements can be narrowed down to. */
export const movementFilters = {
  currency: z.optional(coinCode),
  type: z.optional(z.enum(movementTypes)),
  direction: z.optional(z.enum(['in', 'out'])),
  status: z.optional(z.enum(transactionStatuses)),
  from: described(from, 'Not earlier than this moment.'),
  to: described(to, 'Earlier than this moment.'),
  amount_from: described(
    z.optional(decimal()),
    'At least this, whatever the coin: the `change`, or what an exchange paid or received.',
  ),
  amount_to: described(
    z.optional(decimal()),
    'At most this, whatever the coin: the `change`, or what an exchange paid or received.',
  ),
  text: described(
    z.optional(z.string().check(z.trim(), z.maxLength(movementTextMax), oneLine)),
    'Part of an address, hash, memo or label, of the name of the other user, or the id; the end of a code; the number of a trade or a swap. Capitals do not matter.',
  ),
};

export const movementEndpoints = {
  list: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/movements',
    summary: "List every movement of one's own money in every state, newest first",
    query: z.strictObject({ ...movementFilters, limit, cursor }),
    response: z.object({ results: z.array(Movement), next }),
    errors: ['coin_invalid'],
  }),
  read: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/movements/:id',
    summary: "Read one movement of one's own money, with the stages that it has passed",
    params: z.object({
      id: z.string().check(z.regex(/^[0-9a-fst-]{2,36}$/, { error: 'transaction_not_found' })),
    }),
    response: MovementDetails,
    errors: ['transaction_not_found'],
  }),
} as const;
