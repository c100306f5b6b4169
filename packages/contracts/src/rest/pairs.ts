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
  })
  .meta({ id: 'Pair' });

export type Pair = z.infer<typeof Pair>;

export const PairVolume = z.object(traded).meta({ id: 'PairVolume' });

export type PairVolume = z.infer<typeof PairVolume>;

export const PairsAnswer = z.object({ pairs: z.array(Pair) });

export const PairsVolumeAnswer = z.object({ pairs: z.array(PairVolume) });
