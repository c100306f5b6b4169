import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, pairCode } from '#rest/codes.ts';
import { decimalString, signedDecimalString } from '#rest/decimal.ts';

const known = z.nullable(decimalString);

/** What the last 24 hours say of a pair. Null, or absent, until somebody has traded. */
const marketData = {
  change: described(z.nullish(signedDecimalString), 'The change of the price over 24 hours, in percent.'),
  high: described(z.nullish(decimalString), 'Of 24 hours; the last price where nothing traded in them.'),
  low: described(z.nullish(decimalString), 'Of 24 hours; the last price where nothing traded in them.'),
  bid: z.nullish(decimalString),
  ask: z.nullish(decimalString),
  spread: z.nullish(decimalString),
};

const traded = {
  id: z.int().check(z.minimum(1)),
  code: pairCode,
  volume: described(decimalString, 'Traded within 24 hours, in the quote coin.'),
  price: described(known, 'The last price. Null: nothing traded yet.'),
  price_24h: described(known, 'The price 24 hours ago. Null: nothing traded then.'),
  ...marketData,
};

/** How a market is traded now. In post_only orders may only rest, in cancel_only there are no new ones, and halted nothing moves. */
export const marketStates = ['open', 'post_only', 'cancel_only', 'halted'] as const;

const decimals = z.int().check(z.minimum(0), z.maximum(18));

export const PairRules = named(
  'PairRules',
  z.object({
    state: z.enum(marketStates),
    tick: described(decimalString, 'Prices are whole multiples of it.'),
    lot: described(decimalString, 'Quantities are whole multiples of it.'),
    quantity_min: decimalString,
    quantity_max: decimalString,
    cost_min: described(decimalString, 'Price times quantity, in the quote coin.'),
    cost_max: decimalString,
    band: described(
      decimalString,
      'How far a price may be from the price that the market moves around, in percent. 0: any.',
    ),
    price_decimals: decimals,
    quantity_decimals: decimals,
    base_decimals: decimals,
    quote_decimals: decimals,
  }),
);
export type PairRules = z.infer<typeof PairRules>;

export const Pair = named(
  'Pair',
  z.object({
    ...traded,
    base: z.object({ code: coinCode }),
    quote: z.object({ code: coinCode }),
    stack_precisions: described(
      z.array(decimalString).check(z.minLength(1)),
      'The price steps by which the order book can be grouped; the last is the default.',
      { example: ['10', '1', '0.1', '0.01'] },
    ),
    rules: described(PairRules, 'What an order of the pair must keep to.'),
  }),
);

export type Pair = z.infer<typeof Pair>;

export const PairVolume = named('PairVolume', z.object(traded));

export type PairVolume = z.infer<typeof PairVolume>;

export const PairsAnswer = z.object({ pairs: z.array(Pair) });

export const PairsVolumeAnswer = z.object({ pairs: z.array(PairVolume) });
