import * as z from 'zod/mini';
import { described, named, withExample } from '#documented.ts';
import { coinCode, networkCode, webAddress } from '#rest/codes.ts';
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

const depositLimits = z.object({ min: decimalString, max: described(ceiling, 'Null: no maximum.') });
const withdrawalMax = described(ceiling, 'The most in one withdrawal. Null: no maximum.');

export const CoinLimits = named(
  'CoinLimits',
  z.object({
    deposit: depositLimits,
    withdrawal: z.object({
      min: decimalString,
      max: withdrawalMax,
      daily: described(ceiling, 'The most within 24 hours, over all networks. Null: no maximum.'),
    }),
  }),
);

/** How the addresses of a network are written. */
export const addressFormats = ['bitcoin', 'litecoin', 'evm', 'tron', 'xrp'] as const;
export type AddressFormat = (typeof addressFormats)[number];

/** What tells apart those who share an address: a destination tag is a number, a memo a text. */
export const memoKinds = ['tag', 'memo'] as const;

export const CoinNetwork = named(
  'CoinNetwork',
  z.object({
    network: described(
      networkCode,
      'A key of commons.blockchain_definitions; of a currency `bank`, which is none.',
    ),
    contract: described(z.nullable(z.string()), 'Of the token. Null: the coin of the network itself.', {
      example: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    }),
    decimals: described(
      count,
      'How finely the network counts the coin. What it has beyond the decimals of the coin is not credited.',
      {
        example: 6,
      },
    ),
    confirmations: described(count, 'After this many a deposit is final.', { example: 12 }),
    memo: described(
      z.nullable(z.enum(memoKinds)),
      'What has to come with a deposit, because its address is shared: a destination tag, which is a number, or a memo, which is a text. Null: nothing.',
    ),
    fee: CoinFee,
    limits: z.object({
      deposit: depositLimits,
      withdrawal: z.object({ min: decimalString, max: withdrawalMax }),
    }),
    disable_topups: described(
      z.boolean(),
      'No deposits: of the coin, over the network, or of the coin over this network.',
    ),
    disable_withdrawals: z.boolean(),
  }),
);

export type CoinNetwork = z.infer<typeof CoinNetwork>;

const networks = described(
  z.array(CoinNetwork),
  'What holds on each network, the one first that the coin is usually sent on.',
);

export const CoinLink = z.object({ href: webAddress, title: z.string() });

export const Coin = named(
  'Coin',
  z.object({
    code: coinCode,
    name: withExample(z.string(), 'Bitcoin'),
    fiat: described(
      z.boolean(),
      'A currency: it moves by bank transfer. In the place of networks it has one entry with the word `bank`.',
    ),
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
    disable_topups: described(z.boolean(), 'No deposits, over any network.'),
    disable_withdrawals: described(z.boolean(), 'No withdrawals, over any network.'),
    fee: described(CoinFee, 'On the first of its networks.'),
    limits: described(CoinLimits, 'On the first of its networks.'),
    networks,
  }),
);

export type Coin = z.infer<typeof Coin>;

export const BlockchainDefinition = named(
  'BlockchainDefinition',
  z.object({
    name: withExample(z.string(), 'Ethereum'),
    standard: described(z.nullable(z.string()), 'What its tokens follow.', { example: 'ERC-20' }),
    coin: described(coinCode, 'The coin that pays for its transactions.'),
    address_format: described(z.enum(addressFormats), 'How its addresses are written.'),
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
  limits: z.array(
    z.object({
      code: coinCode,
      fee: described(CoinFee, 'On the first of its networks.'),
      limits: described(CoinLimits, 'On the first of its networks.'),
      networks,
    }),
  ),
  levels: described(
    z.array(
      z.object({
        level: count,
        withdrawal_a_day: described(decimalString, 'In USDT of value, over all coins, within 24 hours.'),
      }),
    ),
    'What may be withdrawn in a day, by level of verification.',
  ),
});
