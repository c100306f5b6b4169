import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, networkCode } from '#rest/codes.ts';
import { decimalString, signedDecimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { refillStatuses } from '#rest/wallet/cold.ts';
import { desk, explained, keysetQuery, next } from './fields.ts';
import { signerCoin } from './signer-coin.ts';

export const FundLine = named(
  'FundLine',
  z.object({
    network: networkCode,
    currency: coinCode,
    hot: described(decimalString, "On the house's own addresses."),
    users: described(decimalString, 'On the deposit addresses of users.'),
    cold: decimalString,
    payable: described(
      decimalString,
      'What payouts can be made from: hot, and on networks of outputs also what lies on addresses of users.',
    ),
    queued: described(decimalString, 'Asked for and not in a transaction.'),
    paid: described(decimalString, 'What was paid out in the last 24 hours.'),
    cover_hours: described(
      z.nullable(z.number()),
      'For so long there is enough at that rate, after what is queued. Null: nothing was paid.',
    ),
    limits: described(
      z.nullable(
        z.object({ floor: decimalString, target: decimalString, ceiling: z.nullable(decimalString) }),
      ),
      'Null: none are set.',
    ),
    level: described(
      z.enum(['unlimited', 'short', 'below_floor', 'between', 'above_ceiling']),
      'short: less than is queued.',
    ),
    hot_address: z.nullable(z.string()),
    cold_address: described(z.nullable(z.string()), 'Null: the signer has none for the network.'),
    refill: described(
      z.nullable(z.object({ id: uuid(), status: z.enum(refillStatuses) })),
      'The one that is open.',
    ),
    sweeps: z.object({
      open: described(count, 'Transactions to the hot address that are not final.'),
      last: described(z.nullable(moment), 'When the newest was made, whatever its coin.'),
      asked: described(z.boolean(), 'Somebody asked for everything to be swept, and that is not done yet.'),
      possible: described(z.boolean(), 'False where payouts are made from the addresses of users.'),
    }),
    checked: moment,
    stopped: z.boolean(),
  }),
);
export type FundLine = z.infer<typeof FundLine>;

export const HouseAccount = named(
  'HouseAccount',
  z.object({
    account: described(z.string(), 'As the ledger has it.', { example: 'house:custody:bitcoin' }),
    kind: described(z.string(), 'What it stands for.', { example: 'custody' }),
    name: described(z.nullable(z.string()), 'Of the network, the bank or the programme. Null: there is one.'),
    currency: coinCode,
    balance: signedDecimalString,
  }),
);
export type HouseAccount = z.infer<typeof HouseAccount>;

const account = z
  .string()
  .check(z.maxLength(100), z.regex(/^house:[a-z0-9:_-]+$/, { error: 'value_invalid' }));

export const HouseLine = named(
  'HouseLine',
  z.object({
    id: z.string(),
    time: moment,
    currency: coinCode,
    kind: z.string(),
    amount: signedDecimalString,
    balance: signedDecimalString,
    reference: z.string(),
  }),
);
export type HouseLine = z.infer<typeof HouseLine>;

const switches = {
  deposits: described(z.boolean(), 'Whether deposits are on.'),
  withdrawals: described(z.boolean(), 'Whether withdrawals are on.'),
};

export const NetworkState = named(
  'NetworkState',
  z.object({
    network: networkCode,
    name: z.string(),
    family: z.string(),
    ...switches,
    confirmations: count,
    height: described(z.nullable(count), 'The last block whose deposits are written down.'),
    node_height: described(z.nullable(count), 'The newest block of the node. Null: it did not answer.'),
    lag: described(z.nullable(count), 'Blocks that are not written down.'),
    error: described(z.nullable(z.string()), 'Why the node could not be asked.'),
    keys: described(z.boolean(), 'Whether the signer has told its keys of the network.'),
    waits: described(
      z.array(z.object({ for: z.string(), count })),
      'What transactions of ours on the network wait for.',
    ),
    coins: z.array(
      z.object({
        currency: coinCode,
        contract: z.nullable(z.string()),
        ...switches,
        coin_deposits: described(z.boolean(), 'The same of the coin on all its networks.'),
        coin_withdrawals: z.boolean(),
        hidden: z.boolean(),
        stopped: described(z.boolean(), 'Its books do not agree.'),
        ...signerCoin,
      }),
    ),
  }),
);
export type NetworkState = z.infer<typeof NetworkState>;

const turned = {
  ...desk,
  access: 'networks.switch',
  method: 'PUT',
  body: z.strictObject({ ...switches, ...explained }),
  response: z.object(switches),
} as const;

export const treasuryEndpoints = {
  funds: defineEndpoint({
    ...desk,
    access: 'cold.read',
    method: 'GET',
    path: 'admin/funds',
    summary: 'List what lies hot and cold of each coin and network, and for how long it lasts',
    response: z.object({ results: z.array(FundLine) }),
  }),
  houseAccounts: defineEndpoint({
    ...desk,
    access: 'books.read',
    method: 'GET',
    path: 'admin/house-accounts',
    summary: "List the house's accounts with their balances, and what they and users' come to together",
    response: z.object({
      results: z.array(HouseAccount),
      trial: described(
        z.array(
          z.object({
            currency: coinCode,
            users: decimalString,
            house: signedDecimalString,
            sum: described(signedDecimalString, '0: money was neither made nor lost.'),
          }),
        ),
        'Of each coin.',
      ),
    }),
  }),
  houseLines: defineEndpoint({
    ...desk,
    access: 'books.read',
    method: 'GET',
    path: 'admin/house-lines',
    summary: "List the ledger lines of one of the house's accounts, newest first",
    query: z.extend(keysetQuery(), {
      account,
      currency: z.optional(coinCode),
      from: described(z.optional(moment), 'Inclusive.'),
    }),
    response: z.object({ results: z.array(HouseLine), next }),
  }),
  thresholds: defineEndpoint({
    ...desk,
    access: 'withdrawals.read',
    method: 'GET',
    path: 'admin/review-thresholds',
    summary: 'Read above which values withdrawals and credits take two people',
    response: z.object({
      payouts_above: described(decimalString, 'In USDT. What nobody knows the value of counts as above.'),
      credits_above: decimalString,
    }),
  }),
  networks: defineEndpoint({
    ...desk,
    access: 'networks.read',
    method: 'GET',
    path: 'admin/networks',
    summary: 'List the networks with their nodes, the signer, and the switches of their coins',
    response: z.object({
      signer: z.object({
        state: z.enum(['none', 'reached', 'away']),
        error: z.nullable(z.string()),
      }),
      results: z.array(NetworkState),
    }),
  }),
  sweep: defineEndpoint({
    ...desk,
    access: 'cold.move',
    method: 'POST',
    path: 'admin/networks/:network/sweep',
    summary:
      'Have everything on deposit addresses of a network brought to the hot address, whether or not it is worth its fee',
    params: z.object({ network: networkCode }),
    body: z.strictObject(explained),
    response: z.object({}),
    errors: ['network_invalid', ...confirmationErrors],
  }),
  switchNetwork: defineEndpoint({
    ...turned,
    path: 'admin/networks/:network/switches',
    summary: 'Switch deposits and withdrawals of a network on or off',
    params: z.object({ network: networkCode }),
    errors: ['network_invalid', ...confirmationErrors],
  }),
  switchCoinOnNetwork: defineEndpoint({
    ...turned,
    body: z.strictObject({
      ...switches,
      override_signer: described(
        z.optional(z.boolean()),
        'True: deposits are switched on although the signer does not pay the coin out.',
      ),
      ...explained,
    }),
    path: 'admin/networks/:network/coins/:currency/switches',
    summary: 'Switch deposits and withdrawals of a coin on one of its networks on or off',
    params: z.object({ network: networkCode, currency: coinCode }),
    errors: ['network_invalid', 'coin_invalid', 'signer_lacks_coin', ...confirmationErrors],
  }),
  switchCoin: defineEndpoint({
    ...turned,
    path: 'admin/coins/:currency/switches',
    summary: 'Switch deposits and withdrawals of a coin on or off, on all its networks',
    params: z.object({ currency: coinCode }),
    errors: ['coin_invalid', ...confirmationErrors],
  }),
} as const;
