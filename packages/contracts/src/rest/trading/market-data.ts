import { z } from 'zod';
import { moment, pairCode } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { timeframes } from '#rest/timeframes.ts';
import { Trade } from './order.ts';

const shared = { method: 'GET', access: 'public', tag: 'markets' } as const;
const ofPair = z.object({ pair: pairCode });

export const BookLevel = z.tuple([decimalString, decimalString]).describe('Price and quantity.');

export const Candle = z
  .object({
    time: z.int().min(0).describe('Epoch seconds at which it opens.'),
    open: decimalString,
    high: decimalString,
    low: decimalString,
    close: decimalString,
    volume: decimalString.describe('In the base coin.'),
  })
  .meta({ id: 'Candle' });
export type Candle = z.infer<typeof Candle>;

export const FeeTier = z
  .object({
    tier: z.string().meta({ example: '1' }),
    volume: decimalString.describe('Traded within 30 days, in USDT, from which the tier applies.'),
    maker: decimalString.describe('Percent of what is received.'),
    taker: decimalString,
  })
  .meta({ id: 'FeeTier' });

export const feeEndpoints = {
  own: defineEndpoint({
    method: 'GET',
    access: 'user',
    tag: 'trading',
    path: 'my-fees',
    summary: "Read one's own trading fees",
    response: FeeTier.omit({ volume: true }).extend({
      volume_30d: decimalString.describe('Traded within 30 days, in USDT.'),
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
    query: z.object({
      precision: decimalString.optional().describe('One of the pair’s stack_precisions.'),
      limit: z.coerce.number<string | number>().int().min(1).max(bookDepthMax).prefault(50),
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
    query: z.object({ limit: z.coerce.number<string | number>().int().min(1).max(200).prefault(40) }),
    response: z.object({ results: z.array(Trade) }),
    errors: ['invalid_trading_pair'],
  }),
  candles: defineEndpoint({
    ...shared,
    path: 'candles/:pair',
    summary: 'List the candles of a pair, oldest first',
    params: ofPair,
    query: z.object({
      timeframe: z.enum(timeframes).default('1h'),
      before: z.coerce
        .number<string | number>()
        .int()
        .min(0)
        .optional()
        .describe('Epoch seconds; candles that open earlier.'),
      limit: z.coerce.number<string | number>().int().min(1).max(1_000).prefault(300),
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
