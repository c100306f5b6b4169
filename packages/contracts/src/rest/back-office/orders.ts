import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, pairCode } from '#rest/codes.ts';
import { decimal, decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { count, queryInteger } from '#rest/numbers.ts';
import { Order, operation } from '#rest/trading/order.ts';
import { desk, explained, keysetQuery, next } from './fields.ts';

/** Orders as staff sort them. One that is filled in part is open. */
export const staffOrderStatuses = ['pending', 'open', 'filled', 'cancelled', 'rejected'] as const;

/** Accounts whose orders one call cancels in a market. */
export const cancelledAccountsMax = 2_000;

export const holder = z.object({
  id: z.string(),
  username: described(z.nullable(z.string()), 'Null: erased.'),
});

export const StaffOrder = named(
  'StaffOrder',
  z.extend(Order, {
    status: described(
      z.enum(staffOrderStatuses),
      'pending: waits for its stop price. open: also filled in part. rejected: its stop price was reached, and nothing of it could be carried out.',
    ),
    user: holder,
  }),
);
export type StaffOrder = z.infer<typeof StaffOrder>;

const tradeSide = z.object({
  user: holder,
  order_id: z.string(),
  operation,
  fee: decimalString,
  fee_coin: coinCode,
});

export const StaffTrade = named(
  'StaffTrade',
  z.object({
    id: z.string(),
    pair: pairCode,
    operation: described(operation, 'The side of whoever took.'),
    price: decimalString,
    quantity: decimalString,
    total: described(decimalString, 'What the taker paid or got in the quote coin, before the fee.'),
    time: moment,
    maker: tradeSide,
    taker: tradeSide,
  }),
);
export type StaffTrade = z.infer<typeof StaffTrade>;

const orderNumber = z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, { error: 'order_not_found' }));
const orderId = z.object({ id: orderNumber });

const asked = {
  user: described(
    z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    'Whose: the id of an account or its username.',
  ),
  pair: z.optional(pairCode),
  from: described(z.optional(moment), 'Inclusive.'),
  to: described(z.optional(moment), 'Exclusive.'),
};

const cancelling = {
  ...desk,
  access: 'orders.cancel',
  method: 'POST',
  body: z.strictObject(explained),
} as const;

export const staffOrderEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'orders.read',
    method: 'GET',
    path: 'admin/orders',
    summary:
      'List orders of everyone, the last placed first. A page may be short, even empty, and have a next one: rare orders are looked for a stretch at a time',
    query: z.extend(keysetQuery(), {
      ...asked,
      operation: z.optional(operation),
      type: z.optional(queryInteger({ min: 0, max: 5 })),
      status: z.optional(z.enum(staffOrderStatuses)),
      ended_by: described(
        z.optional(z.enum(['self_trade'])),
        'self_trade: ended because its owner would have traded with themselves.',
      ),
      worth_min: described(
        z.optional(decimal()),
        'Worth at least so much in USDT, at the rates of now: of what was asked for, or of what was filled.',
        { example: '100000' },
      ),
    }),
    response: z.object({ results: z.array(StaffOrder), next }),
    errors: ['service_unavailable'],
  }),
  read: defineEndpoint({
    ...desk,
    access: 'orders.read',
    method: 'GET',
    path: 'admin/orders/:id',
    summary: 'Read an order and what it traded',
    params: orderId,
    response: z.object({ order: StaffOrder, trades: z.array(StaffTrade) }),
    errors: ['order_not_found', 'service_unavailable'],
  }),
  trades: defineEndpoint({
    ...desk,
    access: 'orders.read',
    method: 'GET',
    path: 'admin/trades',
    summary: 'List trades of everyone, newest first',
    query: z.extend(keysetQuery(), { ...asked, order: z.optional(orderNumber) }),
    response: z.object({ results: z.array(StaffTrade), next }),
    errors: ['service_unavailable'],
  }),
  cancel: defineEndpoint({
    ...cancelling,
    path: 'admin/orders/:id/cancel',
    summary: 'Cancel an open order, and with it the other one of its pair',
    params: orderId,
    response: StaffOrder,
    errors: [
      'order_not_found',
      'order_already_cancelled',
      'order_already_filled',
      'order_closed',
      'market_closed',
      ...confirmationErrors,
    ],
  }),
  cancelOfUser: defineEndpoint({
    ...cancelling,
    path: 'admin/users/:id/orders/cancel',
    summary: 'Cancel all open orders of an account but those in halted markets',
    params: z.object({ id: uuid({ error: 'account_not_found' }) }),
    response: z.object({ cancelled: count }),
    errors: ['account_not_found', ...confirmationErrors],
  }),
  cancelOfMarket: defineEndpoint({
    ...cancelling,
    path: 'admin/markets/:pair/orders/cancel',
    summary: `Cancel all open orders in a market that is not halted, of up to ${cancelledAccountsMax} accounts at a time`,
    params: z.object({ pair: pairCode }),
    response: z.object({
      cancelled: count,
      accounts_left: described(count, 'Who still has orders there, because there were more: call again.'),
    }),
    errors: ['invalid_trading_pair', 'market_closed', ...confirmationErrors],
  }),
} as const;
