import * as z from 'zod/mini';
import { described } from '#documented.ts';
import { CoinTerms } from '#rest/back-office/coin-terms.ts';
import { explained } from '#rest/back-office/fields.ts';
import { changedNetwork } from '#rest/back-office/listings.ts';
import { MarketRules } from '#rest/back-office/markets.ts';
import { coinCode, moment, networkCode, pairCode } from '#rest/codes.ts';
import { fiatCurrencies } from '#rest/currencies.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { fiatRateField } from '#rest/rates.ts';
import { madeErrors, proposal } from './proposal.ts';

const pairs = z.array(pairCode).check(z.minLength(1), z.maxLength(500));
const nodes = described(
  z.optional(z.array(z.string())),
  'Of networks that staff added: which nodes say what happens on them.',
);

/** What is proposed about markets, networks and rates. */
export const marketPayloads = {
  market_reopening: z.strictObject({ pair: pairCode, nodes }),
  markets_reopening: z.strictObject({ pairs, nodes }),
  market_rules: z.strictObject({
    pair: pairCode,
    effective: described(moment, 'From when on they count. Of one day there is one set of rules.'),
    rules: MarketRules,
  }),
  coin_terms: z.strictObject({
    currency: coinCode,
    effective: described(
      moment,
      'From when on they count: for deposits that are first seen from then on, and for withdrawals. Of one day there is one set.',
    ),
    terms: CoinTerms,
  }),
  fiat_rate: z.strictObject({
    currency: z.enum(fiatCurrencies),
    rate: described(fiatRateField, 'How much of the currency one USDT is worth.', { example: '0.92' }),
  }),
  network_change: z.strictObject({
    network: networkCode,
    before: described(z.record(z.string(), z.string()), 'What changes, as it is. Of nodes the hosts.'),
    after: described(z.record(z.string(), z.string()), 'The same as it will be.'),
    draft: described(uuid(), 'What lies aside: addresses of nodes carry passwords.'),
    draft_hash: z.string(),
  }),
} as const;

export const marketProposals = {
  reopenMarket: defineEndpoint({
    ...proposal,
    access: 'markets.propose',
    path: 'admin/approvals/market-reopening',
    summary: 'Propose to open a market that was halted or takes no orders, such as a new one',
    body: z.strictObject({ pair: pairCode, ...explained }),
    errors: ['invalid_trading_pair', 'market_not_halted', ...madeErrors],
  }),
  reopenMarkets: defineEndpoint({
    ...proposal,
    access: 'markets.propose',
    path: 'admin/approvals/markets-reopening',
    summary: 'Propose to open several markets again',
    body: z.strictObject({ pairs, ...explained }),
    errors: ['invalid_trading_pair', 'market_not_halted', ...madeErrors],
  }),
  changeMarketRules: defineEndpoint({
    ...proposal,
    access: 'markets.propose',
    path: 'admin/approvals/market-rules',
    summary: 'Propose other rules for a market, from a day on',
    body: z.extend(marketPayloads.market_rules, explained),
    errors: [
      'invalid_trading_pair',
      'market_rules_invalid',
      'draft_date_taken',
      'draft_date_passed',
      ...madeErrors,
    ],
  }),
  changeCoinTerms: defineEndpoint({
    ...proposal,
    access: 'markets.propose',
    path: 'admin/approvals/coin-terms',
    summary:
      'Propose deposit fees, deposit maxima and the daily withdrawal maximum of a coin, from a moment on',
    body: z.extend(marketPayloads.coin_terms, explained),
    errors: [
      'coin_invalid',
      'network_not_of_coin',
      'draft_unchanged',
      'draft_date_taken',
      'draft_date_passed',
      ...madeErrors,
    ],
  }),
  setFiatRate: defineEndpoint({
    ...proposal,
    access: 'rates.set',
    path: 'admin/approvals/fiat-rate',
    summary: 'Propose what one USDT is worth in a currency: the first rate, or a large step',
    body: z.extend(marketPayloads.fiat_rate, explained),
    errors: ['amount_too_small', 'amount_too_large', ...madeErrors],
  }),
  changeNetwork: defineEndpoint({
    ...proposal,
    access: 'markets.propose',
    path: 'admin/approvals/network-change',
    summary: 'Propose to correct a network over which money has come in',
    body: z.strictObject({ network: networkCode, ...changedNetwork, ...explained }),
    errors: [
      'network_invalid',
      'network_in_use',
      'network_wrong',
      'node_unreachable',
      'draft_unchanged',
      ...confirmationErrors,
    ],
  }),
} as const;
