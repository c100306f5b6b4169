import { z } from 'zod';
import { coinCode, webAddress } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';

export const CoinFee = z
  .object({
    deposit: decimalString.describe('Taken from a deposit, in the coin.'),
    withdrawal: decimalString.describe('Taken for a withdrawal, in the coin.'),
  })
  .meta({ id: 'CoinFee' });

const ceiling = decimalString.nullable();

export const CoinLimits = z
  .object({
    deposit: z.object({ min: decimalString, max: ceiling.describe('Null: no maximum.') }),
    withdrawal: z.object({
      min: decimalString,
      max: ceiling.describe('The most in one withdrawal. Null: no maximum.'),
      daily: ceiling.describe('The most within 24 hours. Null: no maximum.'),
    }),
  })
  .meta({ id: 'CoinLimits' });

export const CoinLink = z.object({ href: webAddress, title: z.string() });

export const Coin = z
  .object({
    code: coinCode,
    name: z.string().meta({ example: 'Bitcoin' }),
    base: coinCode.describe("The coin whose value this one carries: itself, or a wrapped coin's original."),
    blockchain_list: z
      .array(z.string())
      .describe('The networks it moves on: keys of commons.blockchain_definitions.')
      .meta({ example: ['bitcoin'] }),
    links: z.array(CoinLink),
    tx_explorer: webAddress
      .nullable()
      .describe('The address of a block explorer, to which a transaction hash is appended.')
      .meta({ example: 'https://mempool.space/tx/' }),
    decimals: z.int().min(0).max(18).meta({ example: 8 }),
    logo: z.string().meta({ example: '/public/coins/btc.svg' }),
    index: z.int().describe('The place in lists, lowest first.'),
    disable_all: z.boolean(),
    disable_exchange: z.boolean(),
    disable_pairs: z.boolean(),
    disable_stack: z.boolean(),
    disable_topups: z.boolean(),
    disable_withdrawals: z.boolean(),
    fee: CoinFee,
    limits: CoinLimits,
  })
  .meta({ id: 'Coin' });

export type Coin = z.infer<typeof Coin>;

export const BlockchainDefinition = z
  .object({
    name: z.string().meta({ example: 'Ethereum' }),
    standard: z.string().nullable().describe('What its tokens follow.').meta({ example: 'ERC-20' }),
    coin: coinCode.describe('The coin that pays for its transactions.'),
    confirmations: z.int().min(0).describe('After this many a deposit is final.').meta({ example: 12 }),
  })
  .meta({ id: 'BlockchainDefinition' });

export const CoinsAnswer = z.object({
  coins: z.array(Coin).describe('Every coin that is not hidden.'),
  commons: z.object({
    blockchain_definitions: z.record(z.string(), BlockchainDefinition),
    token_tx_explorers: z
      .record(z.string(), webAddress)
      .describe('By network: the explorer address to which a transaction hash is appended.'),
  }),
});

export const LimitsAnswer = z.object({
  limits: z.array(z.object({ code: coinCode, fee: CoinFee, limits: CoinLimits })),
});
