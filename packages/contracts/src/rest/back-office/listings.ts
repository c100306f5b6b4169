import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, networkCode, pairCode, webAddress } from '#rest/codes.ts';
import { addressFormats, memoKinds } from '#rest/coins.ts';
import { decimalString, requestDecimal } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { count } from '#rest/numbers.ts';
import { PairRules } from '#rest/pairs.ts';
import { fiatCurrencies } from '#rest/rates.ts';
import { oneLine } from '#rest/text.ts';
import { desk, explained, next } from './fields.ts';
import { marketRuleFields, StaffMarket } from './markets.ts';

/** Which adapter talks to a network. */
export const networkFamilies = ['development', 'bitcoin', 'evm', 'tron'] as const;

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), oneLine);
const decimals = z.int().check(z.minimum(0), z.maximum(18));

export const StaffNetwork = named(
  'StaffNetwork',
  z.object({
    code: networkCode,
    name: z.string(),
    family: z.enum(networkFamilies),
    address_format: z.enum(addressFormats),
    fee_coin: coinCode,
    confirmations: count,
    memo: z.nullable(z.enum(memoKinds)),
  }),
);
export type StaffNetwork = z.infer<typeof StaffNetwork>;

export const StaffCoin = named(
  'StaffCoin',
  z.object({
    code: coinCode,
    name: z.string(),
    fiat: described(z.boolean(), 'A currency: it has no networks.'),
    decimals,
    hidden: z.boolean(),
    networks: z.array(
      z.object({
        network: networkCode,
        contract: z.nullable(z.string()),
        decimals: described(count, 'As the network counts it.'),
        confirmations: count,
        deposit_min: decimalString,
        withdrawal_fee: decimalString,
        withdrawal_min: decimalString,
        withdrawal_max: z.nullable(decimalString),
      }),
    ),
  }),
);
export type StaffCoin = z.infer<typeof StaffCoin>;

const NewNetwork = z.strictObject({
  code: networkCode,
  name: words(60),
  family: z.enum(networkFamilies),
  address_format: z.enum(addressFormats),
  token_standard: z.optional(z.nullable(words(20))),
  tx_explorer: described(webAddress, 'A transaction hash is appended to it.'),
  confirmations: z.int().check(z.minimum(1), z.maximum(10_000)),
  parameters: described(
    z.record(z.string(), z.unknown()),
    'What its adapter needs, such as the address of a node. Only the host of a node is shown again: in the audit log, and to whoever votes on a market of its coins.',
  ),
});

const CoinOnNetwork = z.strictObject({
  network: networkCode,
  contract: described(
    z.prefault(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(128), oneLine)), null),
    'Of a token. Null: the coin of the network itself.',
  ),
  decimals: described(z.int().check(z.minimum(0), z.maximum(36)), 'As the network counts it.'),
  confirmations: described(
    z.prefault(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))), null),
    'Null: those of the network.',
  ),
  deposit_min: requestDecimal(),
  withdrawal_fee: requestDecimal(),
  withdrawal_min: requestDecimal(),
  withdrawal_max: z.prefault(z.nullable(requestDecimal()), null),
});

const isCurrency = (code: string) => fiatCurrencies.some((currency) => currency === code);

const NewCoin = z
  .strictObject({
    code: coinCode,
    name: words(60),
    decimals: described(decimals, 'As the books count it, for ever.'),
    site: z.prefault(z.nullable(webAddress), null),
    networks: described(
      z.array(CoinOnNetwork).check(z.maxLength(20)),
      'At least one of a coin, none of a currency (USD, EUR, RUB), which has two decimals.',
    ),
    new_network: described(
      z.prefault(z.nullable(NewNetwork), null),
      'A network that is not known yet, whose own coin this is.',
    ),
    ...explained,
  })
  .check(
    z.refine(({ code, decimals: places }) => !isCurrency(code) || places === 2, {
      error: 'value_invalid',
      path: ['decimals'],
    }),
    z.refine(
      ({ code, networks, new_network }) =>
        isCurrency(code) ? networks.length === 0 && new_network === null : networks.length > 0,
      { error: 'value_invalid', path: ['networks'] },
    ),
  );

const newMarket = {
  base: coinCode,
  quote: coinCode,
  price_decimals: described(decimals, 'How fine prices are. Fixed for ever.'),
  quantity_decimals: described(decimals, 'How fine quantities are. Fixed for ever.'),
  ...marketRuleFields,
};
const marketErrors = ['coin_invalid', 'not_suitable_pair', 'market_exists', 'market_rules_invalid'] as const;

export const listingEndpoints = {
  coins: defineEndpoint({
    ...desk,
    access: 'markets.read',
    method: 'GET',
    path: 'admin/coins',
    summary: 'List the coins, hidden ones too, and the networks there are',
    response: z.object({ results: z.array(StaffCoin), networks: z.array(StaffNetwork), next }),
  }),
  createCoin: defineEndpoint({
    ...desk,
    access: 'markets.create',
    method: 'POST',
    path: 'admin/coins',
    summary: 'List a new coin, on networks whose nodes agree with its decimals',
    body: NewCoin,
    response: StaffCoin,
    errors: [
      'coin_exists',
      'network_invalid',
      'network_exists',
      'network_wrong',
      'contract_unknown',
      'contract_listed',
      'chain_decimals_differ',
      'service_unavailable',
      ...confirmationErrors,
    ],
  }),
  previewMarket: defineEndpoint({
    ...desk,
    access: 'markets.create',
    method: 'POST',
    path: 'admin/markets/preview',
    summary: 'Show the exact rules that a new market would have',
    body: z.strictObject(newMarket),
    response: z.object({ pair: pairCode, rules: PairRules, book_steps: z.array(decimalString) }),
    errors: marketErrors,
  }),
  createMarket: defineEndpoint({
    ...desk,
    access: 'markets.create',
    method: 'POST',
    path: 'admin/markets',
    summary: 'Make a new market, in which nobody trades before two people open it',
    body: z.strictObject({ ...newMarket, ...explained }),
    response: StaffMarket,
    errors: [...marketErrors, ...confirmationErrors],
  }),
} as const;
