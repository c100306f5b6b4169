import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, networkCode, pairCode, webAddress } from '#rest/codes.ts';
import { addressFormats, CoinLink, memoKinds } from '#rest/coins.ts';
import { fiatCurrencies } from '#rest/currencies.ts';
import { decimalString, requestDecimal } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { PairRules } from '#rest/pairs.ts';
import { oneLine } from '#rest/text.ts';
import { CoinTermDraft } from './coin-terms.ts';
import { desk, explained, next } from './fields.ts';
import { marketRuleFields, StaffMarket } from './markets.ts';
import { bitcoinParameterFields, evmParameterFields, tronParameterFields } from './network-parameters.ts';
import { signerCoin } from './signer-coin.ts';
import { CoinSwitches } from './trading-switches.ts';

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
    tx_explorer: z.string(),
    parameters: described(
      z.record(z.string(), z.unknown()),
      'What its adapter goes by, without the addresses of nodes.',
    ),
    nodes: described(z.array(z.string()), 'The hosts of its nodes, without users, passwords and keys.'),
    received: described(
      z.boolean(),
      'Money has come in over it: its chain stays, and changes take two people.',
    ),
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
    switches: CoinSwitches,
    base: described(coinCode, "The coin whose value this one carries: itself, or a wrapped coin's original."),
    links: described(z.array(CoinLink), 'Beside the website.'),
    tx_explorer: described(
      z.nullable(z.string()),
      'A transaction hash is appended to it. Null: that of the network.',
    ),
    withdrawal_daily_max: described(
      z.nullable(decimalString),
      'Over all networks, for one user. Null: no maximum.',
    ),
    site: z.nullable(z.string()),
    logo: described(z.nullable(z.string()), 'The address of the picture that staff gave it.'),
    networks: z.array(
      z.object({
        network: networkCode,
        contract: z.nullable(z.string()),
        decimals: described(count, 'As the network counts it.'),
        confirmations: count,
        own_confirmations: described(z.nullable(count), 'Null: those of the network.'),
        received: described(z.boolean(), 'Money has come in: its contract stays.'),
        deposit_min: decimalString,
        deposit_fee: decimalString,
        deposit_max: z.nullable(decimalString),
        withdrawal_fee: decimalString,
        withdrawal_min: decimalString,
        withdrawal_max: z.nullable(decimalString),
      }),
    ),
  }),
);
export type StaffCoin = z.infer<typeof StaffCoin>;

const confirmations = z.int().check(z.minimum(1), z.maximum(10_000));

/** What every network says of itself, and what can be corrected of it. */
const networkWords = {
  name: words(60),
  tx_explorer: described(webAddress, 'A transaction hash is appended to it.'),
  confirmations,
};
const newNetworkWords = {
  code: networkCode,
  token_standard: z.optional(z.nullable(words(20))),
  ...networkWords,
};

const NewNetwork = z.discriminatedUnion('family', [
  z.strictObject({
    family: z.literal('bitcoin'),
    ...newNetworkWords,
    address_format: z.enum(['bitcoin', 'litecoin']),
    parameters: z.strictObject(bitcoinParameterFields),
  }),
  z.strictObject({
    family: z.literal('evm'),
    ...newNetworkWords,
    address_format: z.prefault(z.literal('evm'), 'evm'),
    parameters: z.strictObject(evmParameterFields),
  }),
  z.strictObject({
    family: z.literal('tron'),
    ...newNetworkWords,
    address_format: z.prefault(z.literal('tron'), 'tron'),
    parameters: z.strictObject(tronParameterFields),
  }),
  z.strictObject({
    family: z.literal('development'),
    ...newNetworkWords,
    address_format: z.enum(addressFormats),
    parameters: described(
      z.strictObject({ nodes: z.optional(z.array(webAddress)) }),
      'The chain of a demo needs nothing, and asks no node.',
    ),
  }),
]);

const { node, ...bitcoinWithoutNode } = bitcoinParameterFields;
const { nodes: evmNodes, ...evmWithoutNodes } = evmParameterFields;
const { nodes: tronNodes, ...tronWithoutNodes } = tronParameterFields;
const kept = 'Left out: as it is.';

/** How a network is corrected. Nodes are never shown, so that whoever does not change them leaves them out. */
export const NetworkChange = z.discriminatedUnion('family', [
  z.strictObject({
    family: z.literal('bitcoin'),
    ...networkWords,
    parameters: z.strictObject({ ...bitcoinWithoutNode, node: described(z.optional(node), kept) }),
  }),
  z.strictObject({
    family: z.literal('evm'),
    ...networkWords,
    parameters: z.strictObject({ ...evmWithoutNodes, nodes: described(z.optional(evmNodes), kept) }),
  }),
  z.strictObject({
    family: z.literal('tron'),
    ...networkWords,
    parameters: z.strictObject({ ...tronWithoutNodes, nodes: described(z.optional(tronNodes), kept) }),
  }),
  z.strictObject({
    family: z.literal('development'),
    ...networkWords,
    parameters: z.strictObject({ nodes: z.optional(z.array(webAddress)) }),
  }),
]);
export type NetworkChange = z.output<typeof NetworkChange>;

/** What every change of a network carries besides. */
export const changedNetwork = {
  change: NetworkChange,
  without_node: described(
    z.prefault(z.boolean(), false),
    'Go on although a node cannot be asked. Without it that is refused.',
  ),
};

const coinTerms = {
  confirmations: described(z.prefault(z.nullable(confirmations), null), 'Null: those of the network.'),
  deposit_min: requestDecimal(),
  withdrawal_fee: requestDecimal(),
  withdrawal_min: requestDecimal(),
  withdrawal_max: z.prefault(z.nullable(requestDecimal()), null),
};
const contract = described(
  z.prefault(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(128), oneLine)), null),
  'Of a token. Null: the coin of the network itself.',
);

const CoinOnNetwork = z.strictObject({
  network: networkCode,
  contract,
  decimals: described(
    z.prefault(z.nullable(z.int().check(z.minimum(0), z.maximum(36))), null),
    'As the network counts it. Null: as its node says.',
  ),
  ...coinTerms,
});

/** So many links beside the website. */
const linksMax = 10;
const CoinLinkGiven = z.strictObject({ href: webAddress, title: words(40) });

const CoinChange = z.strictObject({
  name: words(60),
  site: z.prefault(z.nullable(webAddress), null),
  hidden: described(z.boolean(), 'Nobody is shown it, and nothing comes in or goes out.'),
  base: described(z.optional(coinCode), `A coin that is listed, or the coin itself. ${kept}`),
  links: described(
    z.optional(z.array(CoinLinkGiven).check(z.maxLength(linksMax))),
    `Beside the website. ${kept}`,
  ),
  tx_explorer: described(
    z.optional(z.nullable(webAddress)),
    `A transaction hash is appended to it. Null: that of the network. ${kept}`,
  ),
  place: described(z.int().check(z.minimum(0), z.maximum(10_000)), 'In lists, 0 for the first.'),
  networks: z.array(z.strictObject({ network: networkCode, contract, ...coinTerms })).check(z.maxLength(20)),
  ...explained,
});

/** The longest picture: 192 kB, as base64 writes it. */
export const coinLogoLengthMax = 262_144;
const coinLogo = described(
  z.nullable(
    z
      .string()
      .check(
        z.maxLength(coinLogoLengthMax, { error: 'coin_logo_invalid' }),
        z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'coin_logo_invalid' }),
      ),
  ),
  'The bytes of a PNG, a WebP or a plain SVG in base64.',
);

const isCurrency = (code: string) => fiatCurrencies.some((currency) => currency === code);

const newCoin = {
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
};
interface Listed {
  readonly code: string;
  readonly decimals: number;
  readonly networks: readonly unknown[];
  readonly new_network: unknown;
}
const wholeCoin = [
  z.refine<Listed>(({ code, decimals: places }) => !isCurrency(code) || places === 2, {
    error: 'value_invalid',
    path: ['decimals'],
  }),
  z.refine<Listed>(
    ({ code, networks, new_network }) =>
      isCurrency(code) ? networks.length === 0 && new_network === null : networks.length > 0,
    { error: 'value_invalid', path: ['networks'] },
  ),
] as const;

const NewCoin = z
  .strictObject({
    ...newCoin,
    logo: z.prefault(coinLogo, null),
    without_node: changedNetwork.without_node,
    ...explained,
  })
  .check(...wholeCoin);

/** What the nodes of its networks say of a coin before it is listed. */
export const ChainAnswer = named(
  'ChainAnswer',
  z.object({
    network: networkCode,
    height: described(z.nullable(count), 'The newest block. Null: the node cannot be asked.'),
    time: described(z.nullable(moment), 'When that was made.'),
    problem: described(z.nullable(z.string()), 'Why it cannot be asked.'),
    decimals: described(z.nullable(count), 'How finely the chain counts the coin. Null: it cannot tell.'),
    ...signerCoin,
  }),
);
export type ChainAnswer = z.infer<typeof ChainAnswer>;

const coinErrors = [
  'coin_exists',
  'network_invalid',
  'network_exists',
  'network_format_taken',
  'network_wrong',
  'contract_unknown',
  'contract_listed',
  'chain_decimals_differ',
] as const;

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
    response: z.object({
      results: z.array(StaffCoin),
      networks: z.array(StaffNetwork),
      term_drafts: described(
        z.array(CoinTermDraft),
        'Terms that two people agreed on and that wait for their moment.',
      ),
      next,
    }),
  }),
  createCoin: defineEndpoint({
    ...desk,
    access: 'markets.create',
    method: 'POST',
    path: 'admin/coins',
    summary: 'List a new coin, on networks whose nodes agree with its decimals',
    body: NewCoin,
    response: StaffCoin,
    errors: [...coinErrors, 'coin_logo_invalid', 'node_unreachable', ...confirmationErrors],
  }),
  changeLogo: defineEndpoint({
    ...desk,
    access: 'markets.create',
    method: 'PUT',
    path: 'admin/coins/:currency/logo',
    summary: 'Give a coin a picture, or take it away',
    params: z.object({ currency: coinCode }),
    body: z.strictObject({ picture: coinLogo, ...explained }),
    response: StaffCoin,
    errors: ['coin_invalid', 'coin_logo_invalid', ...confirmationErrors],
  }),
  previewCoin: defineEndpoint({
    ...desk,
    access: 'markets.create',
    method: 'POST',
    path: 'admin/coins/preview',
    summary: 'Ask the nodes about a new coin and its network, and say everything that is wrong with it',
    body: z
      .strictObject({
        ...newCoin,
        ask_node: described(
          z.prefault(z.boolean(), false),
          'Ask the nodes of the new network too, which takes a fresh code and is kept in the audit log.',
        ),
        confirmation: explained.confirmation,
      })
      .check(...wholeCoin),
    response: z.object({ networks: z.array(ChainAnswer) }),
    errors: [...coinErrors, ...confirmationErrors],
  }),
  changeCoin: defineEndpoint({
    ...desk,
    access: 'markets.create',
    method: 'PUT',
    path: 'admin/coins/:currency',
    summary: 'Change name, order, visibility and terms of a coin',
    params: z.object({ currency: coinCode }),
    body: CoinChange,
    response: StaffCoin,
    errors: [
      'coin_invalid',
      'network_not_of_coin',
      'network_in_use',
      'network_wrong',
      'contract_unknown',
      'contract_listed',
      'chain_decimals_differ',
      'node_unreachable',
      ...confirmationErrors,
    ],
  }),
  cancelTermDraft: defineEndpoint({
    ...desk,
    access: 'markets.propose',
    method: 'POST',
    path: 'admin/coins/:currency/drafts/:id/cancel',
    summary: 'Call off terms of a coin that wait for their moment',
    params: z.object({ currency: coinCode, id: uuid({ error: 'draft_not_found' }) }),
    body: z.strictObject(explained),
    response: z.object({}),
    errors: ['draft_not_found', ...confirmationErrors],
  }),
  changeNetwork: defineEndpoint({
    ...desk,
    access: 'markets.create',
    method: 'PUT',
    path: 'admin/networks/:network',
    summary: 'Correct a network over which no money has come in yet',
    params: z.object({ network: networkCode }),
    body: z.strictObject({ ...changedNetwork, ...explained }),
    response: StaffNetwork,
    errors: [
      'network_invalid',
      'second_person_required',
      'network_wrong',
      'node_unreachable',
      'draft_unchanged',
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
