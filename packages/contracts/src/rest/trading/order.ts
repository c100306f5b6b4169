import { z } from 'zod';
import { coinCode, moment, pairCode } from '#rest/codes.ts';
import { decimal, decimalString, signedDecimalString } from '#rest/decimal.ts';

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
export const selfTrade = z
  .enum(['newest', 'oldest', 'both'])
  .describe('Which order is cancelled where an account would trade with itself.');

/** Letters that need no escaping anywhere; one id names one order, so sending it again is safe. */
export const clientOrderId = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,64}$/, { error: 'value_invalid' })
  .describe('Chosen by the client. The same id with the same order answers the first outcome again.');

/** A positive decimal; how fine it may be is the market's to say. */
export const amount = decimal().describe('A decimal number as a string.').meta({ example: '0.015' });
export const percent = decimal({ signed: true, decimalsMax: 4 })
  .describe('Percent from the reference price; below zero is under it.')
  .meta({ example: '-0.5' });

export const orderStatuses = [
  'pending',
  'open',
  'partially_filled',
  'filled',
  'cancelled',
  'rejected',
] as const;

const known = decimalString.nullable();

export const Order = z
  .object({
    id: z.string().max(64),
    pair: pairCode,
    type: z
      .int()
      .min(0)
      .max(5)
      .describe('0 limit, 1 market, 2 stop, 3 pegged, 4 stop-limit, 5 trailing stop.'),
    operation,
    quantity: decimalString.describe('Of a buy by total it is what was bought so far.'),
    filled: decimalString,
    remaining: decimalString,
    price: known.describe('The limit price. Null: any price.'),
    average_price: known.describe('Of what was filled.'),
    total: decimalString.describe('What was filled, in the quote coin.'),
    budget: known.describe('The total to spend, of a buy by total.'),
    stop_price: known,
    limit_price: known,
    trail: known,
    percent: signedDecimalString.nullable(),
    min_price: known,
    max_price: known,
    fee: decimalString.describe('Paid so far.'),
    fee_coin: coinCode,
    status: z.enum(orderStatuses).describe('pending: waits for its stop price.'),
    reason: z.string().nullable().describe('Why it was closed without being filled.'),
    time_in_force: timeInForce,
    post_only: z.boolean(),
    client_order_id: z.string().nullable(),
    linked_to: z.string().nullable().describe('The other order of a pair of which one cancels the other.'),
    time: moment,
    updated: z.int().min(0).describe('Epoch seconds.'),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof Order>;

/** What somebody's own order traded. */
export const Fill = z
  .object({
    id: z.string().max(64),
    order_id: z.string().max(64),
    pair: pairCode,
    operation,
    price: decimalString,
    quantity: decimalString,
    total: decimalString,
    fee: decimalString,
    fee_coin: coinCode,
    role: z.enum(['maker', 'taker']),
    time: moment,
  })
  .meta({ id: 'Fill' });
export type Fill = z.infer<typeof Fill>;

/** What anyone may see of a trade. */
export const Trade = z
  .object({
    id: z.string().max(64),
    pair: pairCode,
    operation: operation.describe('The side of whoever took.'),
    price: decimalString,
    quantity: decimalString,
    time: moment,
  })
  .meta({ id: 'Trade' });
export type Trade = z.infer<typeof Trade>;
