import * as z from 'zod/mini';
import { described, withExample } from '#documented.ts';
import { pairCode } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { count, queryInteger } from '#rest/numbers.ts';
import {
  amount,
  clientAmendId,
  clientOrderId,
  Fill,
  Order,
  operation,
  orderTypes,
  percent,
  selfTrade,
  timeInForce,
} from './order.ts';

const tag = 'trading';
const user = { access: 'user', tag } as const;

/** Why an account or a market takes no command. */
const closedDoors = [
  'invalid_trading_pair',
  'trading_disabled',
  'account_frozen',
  'market_closed',
  'pair_disabled',
  'trading_disabled_for_currency',
  'daily_limit_exceeded',
] as const;

/** What can be wrong with an order, new or changed. */
const wrongOrder = [
  'invalid_order_type',
  'order_wrong_type',
  'invalid_order_size',
  'order_wrong_quantity',
  'order_bad_quantity',
  'order_size_too_small',
  'order_size_too_large',
  'order_small_quantity',
  'order_cost_limit',
  'invalid_order_price',
  'order_wrong_price',
  'order_wrong_limit',
  'order_wrong_percent',
  'price_too_low',
  'price_too_high',
  'wrong_data',
  'insufficient_balance',
  'order_would_trade',
  'order_stop_reached',
  'order_no_reference_price',
  'duplicate_transaction',
] as const;

const notOpen = [
  'order_not_found',
  'order_already_cancelled',
  'order_already_filled',
  'order_closed',
] as const;

const refusals = [
  ...closedDoors,
  ...wrongOrder,
  'order_cannot_fill',
  'order_no_last_price',
  'order_too_many_open',
  'order_market_full',
] as const;

const every = {
  pair: pairCode,
  operation,
  self_trade: z.optional(selfTrade),
  client_order_id: z.optional(clientOrderId),
};
const resting = { time_in_force: z._default(timeInForce, 'gtc'), post_only: z._default(z.boolean(), false) };
const triggered = {
  quantity: z.optional(amount),
  total: described(z.optional(amount), 'Of a buy without quantity: how much of the quote coin to spend.'),
  worst_price: z.optional(amount),
};

/** Whoever says so of every order may say it of those that never could be. */
const neverPostOnly = { post_only: z.optional(z.literal(false, { error: 'field_unknown' })) };

/**
 * A field that is not known, or that only another type of order has, is refused. Left out in silence, it would make another order than was asked for: one that
 * takes although it was to be post-only.
 */
export const LimitOrder = z.strictObject({
  type: described(z._default(z.literal(orderTypes.limit), orderTypes.limit), '0, also when it is left out.'),
  ...every,
  ...resting,
  quantity: amount,
  price: amount,
});
export const StopOrder = z.strictObject({
  type: z.literal(orderTypes.stop),
  ...every,
  ...neverPostOnly,
  ...triggered,
  stop_price: amount,
});
export const PeggedOrder = z.strictObject({
  type: z.literal(orderTypes.pegged),
  ...every,
  ...neverPostOnly,
  quantity: amount,
  percent,
  min_price: amount,
  max_price: amount,
});
export const TrailingStopOrder = z.strictObject({
  type: z.literal(orderTypes.trailing_stop),
  ...every,
  ...neverPostOnly,
  ...triggered,
  trail: described(amount, 'How far the stop price stays behind the best price.'),
});
export const StopLimitOrder = z.strictObject({
  type: z._default(z.literal(orderTypes.stop_limit), orderTypes.stop_limit),
  ...every,
  ...neverPostOnly,
  time_in_force: z._default(timeInForce, 'gtc'),
  quantity: amount,
  stop_price: amount,
  limit_price: amount,
});
export const MarketOrder = z.strictObject({
  type: z.optional(z.literal(orderTypes.market)),
  ...every,
  ...neverPostOnly,
  ...triggered,
  time_in_force: described(z.optional(timeInForce), 'fok: all of it or nothing.'),
});
export const OcoOrders = z.strictObject({
  ...every,
  ...neverPostOnly,
  quantity: amount,
  price: amount,
  stop_price: amount,
  limit_price: z.optional(amount),
  worst_price: z.optional(amount),
});

const example = { pair: 'BTC-USDT', operation: 'buy', quantity: '0.001' };

export const NewOrder = withExample(
  z.discriminatedUnion('type', [LimitOrder, StopOrder, PeggedOrder, TrailingStopOrder]),
  { type: orderTypes.limit, ...example, price: '60000' },
);

export const orderNumber = z.string().check(z.regex(/^[0-9]{1,16}$/, { error: 'order_not_found' }));
const orderId = z.object({ id: orderNumber });

export const orderStates = ['active', 'done', 'canceled', 'closed'] as const;

/** Pages go by the last row seen, so that they stay right and fast while rows are added. */
export const historyQuery = z.strictObject({
  pair: z.optional(pairCode),
  limit: described(
    z.prefault(
      z.pipe(
        queryInteger({ min: 1, max: 10_000_000 }),
        z.transform((limit) => Math.min(limit, 200)),
      ),
      50,
    ),
    'How many rows to answer; at most 200 are.',
  ),
  cursor: described(z.optional(z.string().check(z.maxLength(200))), '`next` of the page before.'),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
});
const next = described(z.nullable(z.string()), 'The cursor of the next page. Null: this is the last.');

export const orderEndpoints = {
  list: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'orders',
    summary: "List one's own orders, newest first",
    query: z.extend(historyQuery, {
      state: described(
        z.optional(z.enum(orderStates)),
        'active: open or waiting; done: filled; canceled: the rest; closed: done or canceled.',
      ),
      operation: z.optional(operation),
      type: z.optional(queryInteger({ min: 0, max: 5 })),
      client_order_id: z.optional(clientOrderId),
    }),
    response: z.object({ results: z.array(Order), next }),
  }),
  read: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'orders/:id',
    summary: "Read one of one's own orders and what it traded",
    params: orderId,
    response: z.object({ order: Order, fills: z.array(Fill) }),
    errors: ['order_not_found'],
  }),
  place: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'orders',
    summary: 'Place a limit, stop, pegged or trailing stop order',
    body: NewOrder,
    response: Order,
    errors: refusals,
  }),
  placeStopLimit: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'stop-limit',
    summary: 'Place a stop-limit order',
    body: withExample(StopLimitOrder, {
      ...{ ...example, operation: 'sell' },
      stop_price: '50000',
      limit_price: '49900',
    }),
    response: Order,
    errors: refusals,
  }),
  placeMarket: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'market',
    summary: 'Place a market order, by quantity or by total',
    body: withExample(MarketOrder, { pair: 'BTC-USDT', operation: 'buy', total: '100' }),
    response: Order,
    errors: [...refusals, 'order_no_funds'],
  }),
  placeOco: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'orders/oco',
    summary: 'Place a limit order and a stop, of which one cancels the other',
    body: withExample(OcoOrders, { ...example, operation: 'sell', price: '90000', stop_price: '50000' }),
    response: z.object({ orders: z.array(Order).check(z.length(2)) }),
    errors: refusals,
  }),
  amend: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'PATCH',
    path: 'orders/:id',
    summary: 'Change an open order; lowering its quantity alone keeps its place in the queue',
    params: orderId,
    body: withExample(
      z.partial(
        z.strictObject({
          quantity: amount,
          price: amount,
          stop_price: amount,
          limit_price: amount,
          percent,
          min_price: amount,
          max_price: amount,
          client_amend_id: clientAmendId,
        }),
      ),
      { price: '60100', client_amend_id: 'up-1' },
    ),
    response: z.extend(Order, {
      changed: described(
        z.boolean(),
        'False: nothing of it is different, and it kept its place in the queue. Of a repetition: as the first time.',
      ),
    }),
    errors: [...closedDoors, ...wrongOrder, ...notOpen, 'order_not_opened', 'order_not_auto'],
  }),
  cancel: defineEndpoint({
    ...user,
    method: 'DELETE',
    path: 'orders/:id',
    duringMaintenance: true,
    summary: 'Cancel an open order, and with it the other one of its pair',
    params: orderId,
    response: z.extend(Order, {
      cancelled: described(count, 'How many orders were cancelled: two where it was one of a pair.'),
    }),
    errors: [...notOpen, 'market_closed'],
  }),
  cancelAll: defineEndpoint({
    ...user,
    method: 'DELETE',
    path: 'orders',
    duringMaintenance: true,
    summary: 'Cancel all open orders, or those of one pair',
    // Whoever misspells the pair must not lose the orders of all of them.
    query: z.strictObject({ pair: z.optional(pairCode) }),
    response: z.object({ cancelled: count }),
    errors: ['invalid_trading_pair', 'market_closed'],
  }),
  fills: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'my-trades',
    summary: "List one's own trades, newest first",
    query: z.extend(historyQuery, { operation: z.optional(operation) }),
    response: z.object({ results: z.array(Fill), next }),
  }),
} as const;
