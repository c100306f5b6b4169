import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { desk, explained, keysetQuery } from '#rest/back-office/fields.ts';
import { moment } from '#rest/codes.ts';
import { decimalString, signedDecimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { count } from '#rest/numbers.ts';
import { oneLine } from '#rest/text.ts';
import { clientId, next, transactionId } from '#rest/wallet/fields.ts';
import { CardOrder, cardOrderStatuses, fiatAmount, fiatCurrency, paySystem } from './fields.ts';

export const ReviewedCardOrder = named(
  'ReviewedCardOrder',
  z.extend(CardOrder, {
    user: z.object({ id: z.uuid(), username: z.string() }),
    stage: described(z.string(), 'The step that it is at; `status` is the short of it.'),
    value: described(decimalString, 'In USDT when it was asked for.'),
    payment: described(z.nullable(z.string()), 'What the pay system calls it.'),
    lost: described(z.nullable(decimalString), 'What could not be taken back from the account.'),
    refundable: described(
      z.boolean(),
      'It is completed, something of it is left, and nobody is giving it back now.',
    ),
    second_person: described(z.boolean(), 'A refund of all that is left takes two people.'),
    proposal: described(z.nullable(z.uuid()), 'To refund it, which waits for a second person.'),
  }),
);
export type ReviewedCardOrder = z.infer<typeof ReviewedCardOrder>;

export const CardOrderDetails = named(
  'CardOrderDetails',
  z.extend(ReviewedCardOrder, {
    refund: described(
      z.nullable(
        z.object({
          left: described(decimalString, 'What of the payment was not given back so far.'),
          needed: described(decimalString, 'What a refund of that takes off the balance of the currency.'),
          free: described(decimalString, 'What the balance has free.'),
          most: described(decimalString, 'The most that can be refunded with it.'),
          covered: described(z.boolean(), 'All that is left can be refunded.'),
          alone_up_to: described(
            decimalString,
            'A refund of more takes two people: with what was refunded before it is worth too much for one.',
          ),
          account: described(
            z.enum(['active', 'inactive', 'suspended', 'banned', 'closed']),
            'The status of the account: one that is suspended cannot sell what it bought.',
          ),
        }),
      ),
      'Of one that is refundable: whether it could be refunded now.',
    ),
    staff_refunds: described(
      z.array(
        z.object({
          kind: z.enum(['refund', 'chargeback']),
          status: described(
            z.enum(['open', 'done', 'undone', 'uncovered']),
            'undone: the pay system would not return it. uncovered: the balance had too little.',
          ),
          date: moment,
          amount: decimalString,
          fee: described(decimalString, 'What of it was our fee.'),
          taken: z.nullable(decimalString),
          lost: z.nullable(decimalString),
          by: described(
            z.nullable(z.object({ id: z.uuid(), username: z.string() })),
            'Null: the pay system by itself.',
          ),
          reason: z.nullable(z.string()),
          reference: described(z.string(), 'What the journal knows it by.'),
        }),
      ),
      'The refunds and the chargeback with who decided them, also those that came to nothing.',
    ),
    same_card: described(
      z.array(z.object({ id: z.uuid(), username: z.string() })),
      'Other accounts in which the same card has paid, as the pay system says; at most twenty.',
    ),
    timeline: described(
      z.array(
        z.object({
          time: moment,
          kind: described(z.enum(['step', 'event']), 'step: of ours; event: what the pay system told us.'),
          name: z.string(),
          outcome: described(
            z.nullable(z.enum(['applied', 'late', 'refused'])),
            'Of an event. late: it came twice, or after what follows it, and changed nothing.',
          ),
        }),
      ),
      'The oldest first.',
    ),
  }),
);
export type CardOrderDetails = z.infer<typeof CardOrderDetails>;

/** In hundredths of the currency. */
export const refundAmount = described(z.optional(fiatAmount), 'Of the payment. Without it all that is left.');

/** What may be bought with cards, by level. */
export const CardLimitsDraft = z
  .array(
    z.strictObject({
      level: z.int().check(z.minimum(0), z.maximum(9)),
      payment_max: described(decimalString, 'In USDT, of one purchase.'),
      day_max: described(decimalString, 'In USDT, within 24 hours.'),
    }),
  )
  .check(z.minLength(1), z.maxLength(10));

export const CardDesk = named(
  'CardDesk',
  z.object({
    systems: z.array(
      z.object({
        name: paySystem,
        configured: described(z.boolean(), 'There is somebody to ask.'),
        purchases_disabled: z.boolean(),
        sales_disabled: z.boolean(),
        owed: described(
          z.array(z.object({ currency: fiatCurrency, amount: signedDecimalString })),
          'What the pay system owes us: paid, less settled, refunded, charged back and paid out. Negative: we owe it.',
        ),
        terms: described(
          z.array(
            z.object({
              currency: fiatCurrency,
              purchase_fee_percent: decimalString,
              purchase_fee_fixed: decimalString,
              payout_fee_percent: decimalString,
              payout_fee_fixed: decimalString,
              min: described(decimalString, 'Of one payment or payout.'),
              max: decimalString,
            }),
          ),
          'Fees and bounds.',
        ),
      }),
    ),
    levels: z.array(z.object({ level: count, payment_max: decimalString, day_max: decimalString })),
  }),
);
export type CardDesk = z.infer<typeof CardDesk>;

/** From a pay system that owed us, or to one that we owed after refunds and payouts. */
export const settlementDirections = ['received', 'sent'] as const;

const words = (max: number) => z.string().check(z.trim(), required, z.maxLength(max), oneLine);

export const CardSettlement = named(
  'CardSettlement',
  z.object({
    id: z.uuid(),
    date: moment,
    pay_system: paySystem,
    currency: fiatCurrency,
    amount: decimalString,
    direction: described(z.enum(settlementDirections), 'received: from the pay system; sent: to it.'),
    bank: z.string(),
    bank_transaction: z.string(),
    booked: described(z.boolean(), 'It is in the ledger.'),
    recorded_by: z.object({ id: z.uuid(), username: z.string() }),
    reason: z.string(),
  }),
);
export type CardSettlement = z.infer<typeof CardSettlement>;

export const cardReviewEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'deposits.read',
    method: 'GET',
    path: 'admin/cards/orders',
    summary: 'List purchases and sales with cards, newest first',
    query: z.extend(keysetQuery(), {
      side: z.optional(z.enum(['buy', 'sell'])),
      status: z.optional(z.enum(cardOrderStatuses)),
      pay_system: z.optional(paySystem),
      chargeback: described(
        z.optional(z.enum(['watched'])),
        'watched: charged back in the last 30 days, or before and its owner is still suspended because of it.',
      ),
      text: described(
        z.optional(words(100)),
        'The id, the name of the user, what the pay system calls it, or the last four digits of the card.',
      ),
    }),
    response: z.object({ results: z.array(ReviewedCardOrder), next }),
  }),
  read: defineEndpoint({
    ...desk,
    access: 'deposits.read',
    method: 'GET',
    path: 'admin/cards/orders/:id',
    summary: 'Read a purchase or sale with what it passed and what the pay system told us',
    params: transactionId,
    response: CardOrderDetails,
    errors: ['transaction_not_found'],
  }),
  refund: defineEndpoint({
    ...desk,
    access: 'deposits.decide',
    method: 'POST',
    path: 'admin/cards/orders/:id/refund',
    summary:
      'Refund a purchase or a part of it: the currency comes off the account, and the pay system returns it',
    params: transactionId,
    body: z.strictObject({ amount: refundAmount, client_id: clientId, ...explained }),
    response: CardOrderDetails,
    errors: [
      'transaction_not_found',
      'amount_too_small',
      'amount_too_large',
      'card_payment_not_refundable',
      'card_refund_not_covered',
      'second_person_required',
      'own_account',
      ...confirmationErrors,
    ],
  }),
  desk: defineEndpoint({
    ...desk,
    access: 'deposits.read',
    method: 'GET',
    path: 'admin/cards/desk',
    summary: 'Read what pay systems owe us, what is switched off, and the limits by level',
    response: CardDesk,
  }),
  switchSystem: defineEndpoint({
    ...desk,
    access: 'networks.switch',
    method: 'POST',
    path: 'admin/cards/systems/:name/switch',
    summary: 'Switch purchases and sales by a pay system off or on',
    params: z.object({ name: paySystem }),
    body: z.strictObject({ purchases_disabled: z.boolean(), sales_disabled: z.boolean(), ...explained }),
    response: CardDesk,
    errors: [...confirmationErrors],
  }),
  settlements: defineEndpoint({
    ...desk,
    access: 'deposits.read',
    method: 'GET',
    path: 'admin/cards/settlements',
    summary: 'List settlements with pay systems, newest first',
    query: z.extend(keysetQuery(), { pay_system: z.optional(paySystem) }),
    response: z.object({ results: z.array(CardSettlement), next }),
  }),
  settle: defineEndpoint({
    ...desk,
    access: 'deposits.decide',
    method: 'POST',
    path: 'admin/cards/settlements',
    summary: 'Record money that a pay system owed us and our bank has, or that we owed it and sent',
    body: z.strictObject({
      pay_system: paySystem,
      currency: fiatCurrency,
      amount: fiatAmount,
      direction: z.prefault(z.enum(settlementDirections), 'received'),
      bank_transaction: described(words(80), 'The number that the bank gave it. It is recorded once.'),
      ...explained,
    }),
    response: CardDesk,
    errors: [
      'coin_invalid',
      'amount_too_small',
      'amount_too_large',
      'duplicate_transaction',
      ...confirmationErrors,
    ],
  }),
} as const;
