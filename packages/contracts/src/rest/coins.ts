import * as z from 'zod/mini';
import { described, named, withExample } from '#documented.ts';
import { coinCode, webAddress } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { count } from '#rest/numbers.ts';

export const CoinFee = named(
  'CoinFee',
  z.object({
    deposit: described(decimalString, 'Taken from a deposit, in the coin.'),
    withdrawal: described(decimalString, 'Taken for a withdrawal, in the coin.'),
  }),
);

const ceiling = z.nullable(decimalString);

export const CoinLimits = named(
  'CoinLimits',
  z.object({
    deposit: z.object({ min: decimalString, max: described(ceiling, 'Null: no maximum.') }),
    withdrawal: z.object({
      min: decimalString,
      max: described(ceiling, 'The most in one withdrawal. Null: no maximum.'),
      daily: described(ceiling, 'The most within 24 hours. Null: no maximum.'),
    }),
  }),
);

export const CoinLink = z.object({ href: webAddress, title: z.string() });

export const Coin = named(
  'Coin',
  z.object({
    code: coinCode,
    name: withExample(z.string(), 'Bitcoin'),
    base: described(coinCode, "The coin whose value this one carries: itself, or a wrapped coin's original."),
    blockchain_list: described(
      z.array(z.string()),
      'The networks it moves on: keys of commons.blockchain_definitions.',
      { example: ['bitcoin'] },
    ),
    links: z.array(CoinLink),
    tx_explorer: described(
      z.nullable(webAddress),
      'The address of a block explorer, to which a transaction hash is appended.',
      { example: 'https://mempool.space/tx/' },
    ),
    decimals: withExample(z.int().check(z.minimum(0), z.maximum(18)), 8),
    logo: withExample(z.string(), '/public/coins/btc.svg'),
    index: described(z.int(), 'The place in lists, lowest first.'),
    disable_all: z.boolean(),
    disable_exchange: z.boolean(),
    disable_pairs: z.boolean(),
    disable_stack: z.boolean(),
    disable_topups: z.boolean(),
    disable_withdrawals: z.boolean(),
    fee: CoinFee,
    limits: CoinLimits,
  }),
);

export type Coin = z.infer<typeof Coin>;

export const BlockchainDefinition = named(
  'BlockchainDefinition',
  z.object({
    name: withExample(z.string(), 'Ethereum'),
    standard: described(z.nullable(z.string()), 'What its tokens follow.', { example: 'ERC-20' }),
    coin: described(coinCode, 'The coin that pays for its transactions.'),
    confirmations: described(count, 'After this many a deposit is final.', {
      example: 12,
    }),
  }),
);

export const CoinsAnswer = z.object({
  coins: described(z.array(Coin), 'Every coin that is not hidden.'),
  commons: z.object({
    blockchain_definitions: z.record(z.string(), BlockchainDefinition),
    token_tx_explorers: described(
      z.record(z.string(), webAddress),
      'By network: the explorer address to which a transaction hash is appended.',
    ),
  }),
});

export const LimitsAnswer = z.object({
  limits: z.array(z.object({ code: coinCode, fee: CoinFee, limits: CoinLimits })),
});
