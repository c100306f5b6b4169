import * as z from 'zod/mini';
import { described, named, withExample } from '#documented.ts';
import { moment, pairCode } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { count, queryInteger } from '#rest/numbers.ts';
import { timeframes } from '#rest/timeframes.ts';
import { Trade } from './order.ts';

const shared = { method: 'GET', access: 'public', tag: 'markets' } as const;
const ofPair = z.object({ pair: pairCode });

export const BookLevel = described(z.tuple([decimalString, decimalString]), 'Price and quantity.');

export const Candle = named(
  'Candle',
  z.object({
    time: described(count, 'Epoch seconds at which it opens.'),
    open: decimalString,
    high: decimalString,
    low: decimalString,
    close: decimalString,
    volume: described(decimalString, 'In the base coin.'),
  }),
);
export type Candle = z.infer<typeof Candle>;

export const FeeTier = named(
  'FeeTier',
  z.object({
    tier: withExample(z.string(), '1'),
    volume: described(decimalString, 'Traded within 30 days, in USDT, from which the tier applies.'),
    maker: described(decimalString, 'Percent of what is received.'),
    taker: decimalString,
  }),
);
export type FeeTier = z.infer<typeof FeeTier>;

export const feeEndpoints = {
  own: defineEndpoint({
    method: 'GET',
    access: 'user',
    tag: 'trading',
    path: 'my-fees',
    summary: "Read one's own trading fees",
    response: z.extend(z.omit(FeeTier, { volume: true }), {
      volume_30d: described(decimalString, 'Traded within 30 days, in USDT.'),
    }),
  }),
} as const;

export const bookDepthMax = 500;

export const marketDataEndpoints = {
  book: defineEndpoint({
    ...shared,
    path: 'stack/:pair',
    summary: 'Read the order book of a pair',
    params: ofPair,
    query: z.strictObject({
      precision: described(z.optional(decimalString), 'One of the pair’s stack_precisions.'),
      limit: z.prefault(queryInteger({ min: 1, max: bookDepthMax }), 50),
    }),
    response: z.object({
      pair: pairCode,
      precision: decimalString,
      bids: z.array(BookLevel),
      asks: z.array(BookLevel),
      time: moment,
    }),
    errors: ['invalid_trading_pair', 'value_not_allowed'],
  }),
  trades: defineEndpoint({
    ...shared,
    path: 'trades/:pair',
    summary: 'List the latest trades of a pair, newest first',
    params: ofPair,
    query: z.strictObject({
      limit: z.prefault(queryInteger({ min: 1, max: 200 }), 40),
    }),
    response: z.object({ results: z.array(Trade) }),
    errors: ['invalid_trading_pair'],
  }),
  candles: defineEndpoint({
    ...shared,
    path: 'candles/:pair',
    summary: 'List the candles of a pair, oldest first',
    params: ofPair,
    query: z.strictObject({
      timeframe: z._default(z.enum(timeframes), '1h'),
      before: described(z.optional(queryInteger({ min: 0 })), 'Epoch seconds; candles that open earlier.'),
      limit: z.prefault(queryInteger({ min: 1, max: 1_000 }), 300),
    }),
    response: z.object({ pair: pairCode, timeframe: z.enum(timeframes), results: z.array(Candle) }),
    errors: ['invalid_trading_pair'],
  }),
  fees: defineEndpoint({
    ...shared,
    path: 'fees',
    summary: 'List the trading fees by tier',
    response: z.object({ tiers: z.array(FeeTier) }),
  }),
} as const;
