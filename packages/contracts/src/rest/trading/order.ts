import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, pairCode } from '#rest/codes.ts';
import { decimalString, requestDecimal, signedDecimalString } from '#rest/decimal.ts';
import { count } from '#rest/numbers.ts';

/** Order types as the wire counts them. 3 is the order whose price follows the reference price by a percent. */
export const orderTypes = {
  limit: 0,
  market: 1,
  stop: 2,
  pegged: 3,
  stop_limit: 4,
  trailing_stop: 5,
} as const;
export type OrderTypeName = keyof typeof orderTypes;

export const operation = z.enum(['buy', 'sell']);
export const timeInForce = z.enum(['gtc', 'ioc', 'fok']);
export const selfTrade = described(
  z.enum(['newest', 'oldest', 'both']),
  'Which order is cancelled where an account would trade with itself.',
);

/** Letters that need no escaping anywhere; one id names one order, so sending it again is safe. */
export const clientOrderId = described(
  z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,64}$/, { error: 'value_invalid' })),
  'Chosen by the client. The same id with the same order answers with that order, and places no second one.',
);

export const clientAmendId = described(
  z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,64}$/, { error: 'value_invalid' })),
  'Chosen by the client. The same id with the same change answers with the order as it is now, and changes nothing once more.',
);

/** A positive decimal; how fine it may be is the market's to say. */
export const amount = described(
  requestDecimal(),
  'A decimal number as a string. A JSON number without exponent, of 15 digits at most, counts as its text.',
  { example: '0.015' },
);
export const percent = described(
  requestDecimal({ signed: true, decimalsMax: 4 }),
  'Percent from the reference price; below zero is under it.',
  { example: '-0.5' },
);

export const orderStatuses = [
  'pending',
  'open',
  'partially_filled',
  'filled',
  'cancelled',
  'rejected',
] as const;

const known = z.nullable(decimalString);

export const Order = named(
  'Order',
  z.object({
    id: z.string().check(z.maxLength(64)),
    pair: pairCode,
    type: described(
      z.int().check(z.minimum(0), z.maximum(5)),
      '0 limit, 1 market, 2 stop, 3 pegged, 4 stop-limit, 5 trailing stop.',
    ),
    operation,
    quantity: described(decimalString, 'Of a buy by total it is what was bought so far.'),
    filled: decimalString,
    remaining: decimalString,
    price: described(known, 'The limit price. Null: any price.'),
    average_price: described(known, 'Of what was filled.'),
    total: described(decimalString, 'What was filled, in the quote coin.'),
    budget: described(known, 'The total to spend, of a buy by total.'),
    stop_price: known,
    limit_price: known,
    trail: known,
    percent: z.nullable(signedDecimalString),
    min_price: known,
    max_price: known,
    fee: described(decimalString, 'Paid so far.'),
    fee_coin: coinCode,
    status: described(
      z.enum(orderStatuses),
      'pending: waits for its stop price. rejected: its stop price was reached, and nothing of it could be carried out.',
    ),
    reason: described(z.nullable(z.string()), 'Why it was closed without being filled.'),
    time_in_force: timeInForce,
    post_only: z.boolean(),
    client_order_id: z.nullable(z.string()),
    linked_to: described(z.nullable(z.string()), 'The other order of a pair of which one cancels the other.'),
    time: moment,
    updated: described(count, 'Epoch seconds.'),
  }),
);
export type Order = z.infer<typeof Order>;

/** What somebody's own order traded. */
export const Fill = named(
  'Fill',
  z.object({
    id: z.string().check(z.maxLength(64)),
    order_id: z.string().check(z.maxLength(64)),
    pair: pairCode,
    operation,
    price: decimalString,
    quantity: decimalString,
    total: decimalString,
    fee: decimalString,
    fee_coin: coinCode,
    role: z.enum(['maker', 'taker']),
    time: moment,
  }),
);
export type Fill = z.infer<typeof Fill>;

/** The swap that a deal was a part of, in the amounts of its receipt. */
const dealSwap = z.object({
  id: described(z.string().check(z.maxLength(64)), 'The order of its first market.'),
  from: coinCode,
  to: coinCode,
  given: decimalString,
  received: described(decimalString, 'After fees.'),
});

/** The same as the socket tells it at once, with the client's own name of the order, which may be closed by then. */
export const Deal = z.extend(Fill, {
  client_order_id: z.nullable(z.string()),
  swap: described(z.optional(dealSwap), 'Only in deals that a swap made.'),
});
export type Deal = z.infer<typeof Deal>;

/** What anyone may see of a trade. */
export const Trade = named(
  'Trade',
  z.object({
    id: z.string().check(z.maxLength(64)),
    pair: pairCode,
    operation: described(operation, 'The side of whoever took.'),
    price: decimalString,
    quantity: decimalString,
    time: moment,
  }),
);
export type Trade = z.infer<typeof Trade>;
