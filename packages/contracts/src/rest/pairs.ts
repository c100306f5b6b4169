import { z } from 'zod';
import { coinCode, pairCode } from '#rest/codes.ts';
import { decimalString, signedDecimalString } from '#rest/decimal.ts';

const known = decimalString.nullable();

/** What the last 24 hours say of a pair. Null, or absent, until somebody has traded. */
const marketData = {
  change: signedDecimalString.nullish().describe('The change of the price over 24 hours, in percent.'),
  high: decimalString.nullish(),
  low: decimalString.nullish(),
  bid: decimalString.nullish(),
  ask: decimalString.nullish(),
  spread: decimalString.nullish(),
};

const traded = {
  id: z.int().min(1),
  code: pairCode,
  volume: decimalString.describe('Traded within 24 hours, in the quote coin.'),
  price: known.describe('The last price. Null: nothing traded yet.'),
  price_24h: known.describe('The price 24 hours ago. Null: nothing traded then.'),
  ...marketData,
};

/** How a market is traded now. In post_only orders may only rest, in cancel_only there are no new ones, and halted nothing moves. */
export const marketStates = ['open', 'post_only', 'cancel_only', 'halted'] as const;

const decimals = z.int().min(0).max(18);

export const PairRules = z
  .object({
    state: z.enum(marketStates),
    tick: decimalString.describe('Prices are whole multiples of it.'),
    lot: decimalString.describe('Quantities are whole multiples of it.'),
    quantity_min: decimalString,
    quantity_max: decimalString,
    cost_min: decimalString.describe('Price times quantity, in the quote coin.'),
    cost_max: decimalString,
    band: decimalString.describe('How far a price may be from the last, in percent. 0: any.'),
    price_decimals: decimals,
    quantity_decimals: decimals,
    base_decimals: decimals,
    quote_decimals: decimals,
  })
  .meta({ id: 'PairRules' });
export type PairRules = z.infer<typeof PairRules>;

export const Pair = z
  .object({
    ...traded,
    base: z.object({ code: coinCode }),
    quote: z.object({ code: coinCode }),
    stack_precisions: z
      .array(decimalString)
      .min(1)
      .describe('The price steps by which the order book can be grouped; the last is the default.')
      .meta({ example: ['10', '1', '0.1', '0.01'] }),
    rules: PairRules.describe('What an order of the pair must keep to.'),
  })
  .meta({ id: 'Pair' });

export type Pair = z.infer<typeof Pair>;

export const PairVolume = z.object(traded).meta({ id: 'PairVolume' });

export type PairVolume = z.infer<typeof PairVolume>;

export const PairsAnswer = z.object({ pairs: z.array(Pair) });

export const PairsVolumeAnswer = z.object({ pairs: z.array(PairVolume) });
