import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, pairCode } from '#rest/codes.ts';
import { decimalString, requestDecimal, signedDecimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { marketStates, PairRules } from '#rest/pairs.ts';
import { desk, explained, next } from './fields.ts';
import { holder, StaffOrder } from './orders.ts';

/** What a proposal can change of a market. How fine its prices and quantities are is fixed when it opens. */
export const marketRuleFields = {
  tick: described(requestDecimal(), 'Prices are whole multiples of it.', { example: '0.01' }),
  lot: described(requestDecimal(), 'Quantities are whole multiples of it.', { example: '0.00001' }),
  quantity_min: requestDecimal(),
  quantity_max: requestDecimal(),
  cost_min: described(requestDecimal(), 'Price times quantity, in the quote coin.', { example: '1' }),
  cost_max: requestDecimal(),
  band: described(
    requestDecimal({ decimalsMax: 4 }),
    'How far a price may be from the band price, in percent. 0: any.',
    {
      example: '50',
    },
  ),
};

export const MarketRules = z.strictObject(marketRuleFields);
export type MarketRulesOnWire = z.infer<typeof MarketRules>;

export const StaffMarket = named(
  'StaffMarket',
  z.object({
    pair: pairCode,
    base: coinCode,
    quote: coinCode,
    state: described(z.enum(marketStates), 'How it is traded now.'),
    set_state: described(
      z.enum(marketStates),
      'How it was set; a coin that is switched off closes its markets beside that.',
    ),
    disabled: described(z.boolean(), 'The pair is switched off.'),
    closed_by: described(z.array(coinCode), 'Its coins of which a switch closes the market.'),
    rules: PairRules,
    price: z.nullable(decimalString),
    change: described(z.nullable(signedDecimalString), 'Over 24 hours, in percent.'),
    volume: described(decimalString, 'Of 24 hours, in the quote coin.'),
    open_orders: count,
    reference_price: described(z.nullable(decimalString), 'What pegged orders follow. Null: none.'),
  }),
);
export type StaffMarket = z.infer<typeof StaffMarket>;

export const MarketStop = z.object({
  by: z.string(),
  time: moment,
  reason: described(z.nullable(z.string()), 'Null: none was asked for, or it was erased.'),
});

export const RuleDraft = named(
  'RuleDraft',
  z.object({
    id: described(uuid(), 'Of the proposal, too.'),
    pair: pairCode,
    effective: moment,
    rules: z.record(z.string(), z.string()),
    state: z.enum(['scheduled', 'applied', 'cancelled']),
    closed: z.nullable(moment),
  }),
);

/** Users with it are market makers: staff put it on an account, and take it off. */
export const marketMakerLabel = 'market-maker';

/** A maker quotes while both sides stand this near the middle of the market. */
export const makerRangePercent = '1';

export const MarketMaker = named(
  'MarketMaker',
  z.object({
    user: holder,
    pair: pairCode,
    tier: described(z.string(), 'What trading costs them.'),
    bid: described(z.nullable(decimalString), 'Their best now. Null: none.'),
    ask: z.nullable(decimalString),
    spread: described(z.nullable(decimalString), 'Between their best bid and ask now, in percent.'),
    depth: described(
      decimalString,
      `What they bid or ask within ${makerRangePercent} % of the middle now, whichever is less, in the quote coin.`,
    ),
    orders: count,
    base_total: described(decimalString, 'All they have of the base coin, in orders too.'),
    quote_total: decimalString,
    uptime: described(
      z.nullable(decimalString),
      'For how much of 24 hours both their sides stood there, in percent. Null: nobody has looked yet.',
    ),
    average_spread: described(z.nullable(decimalString), 'Of that time, in percent.'),
    average_depth: described(z.nullable(decimalString), 'Of that time, in the quote coin.'),
  }),
);
export type MarketMaker = z.infer<typeof MarketMaker>;

export const ruleBreaks = ['tick', 'lot', 'minimum', 'maximum', 'cost', 'band'] as const;

/** Orders that a preview shows of those it counts. */
export const previewOrdersMax = 100;

const pair = z.object({ pair: pairCode });
const stopping = {
  ...desk,
  access: 'markets.halt',
  method: 'POST',
  body: z.strictObject(explained),
} as const;

export const marketHaltEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'markets.read',
    method: 'GET',
    path: 'admin/markets',
    summary: 'List the markets with how they are traded',
    response: z.object({ results: z.array(StaffMarket), next }),
  }),
  read: defineEndpoint({
    ...desk,
    access: 'markets.read',
    method: 'GET',
    path: 'admin/markets/:pair',
    summary: 'Read one market, with rules that wait for their day',
    params: pair,
    response: z.object({
      market: StaffMarket,
      drafts: z.array(RuleDraft),
      stopped: described(z.nullable(MarketStop), 'Who stopped it last. Null while it is open.'),
      proposals: described(
        z.array(z.object({ id: uuid(), kind: z.string(), proposer: z.string(), proposed: moment })),
        'What waits for a second person.',
      ),
    }),
    errors: ['invalid_trading_pair'],
  }),
  makers: defineEndpoint({
    ...desk,
    access: 'markets.read',
    method: 'GET',
    path: 'admin/market-makers',
    summary: `List how the accounts labelled "${marketMakerLabel}" quote, market by market`,
    response: z.object({ results: z.array(MarketMaker), next }),
  }),
  haltAll: defineEndpoint({
    ...stopping,
    path: 'admin/markets/halt',
    summary: 'Halt every market at once; to open them again takes two people',
    response: z.object({ halted: z.array(pairCode) }),
    errors: confirmationErrors,
  }),
  halt: defineEndpoint({
    ...stopping,
    path: 'admin/markets/:pair/halt',
    summary: 'Halt a market at once; to open it again takes two people',
    params: pair,
    response: z.object({ pair: pairCode, state: z.literal('halted') }),
    errors: ['invalid_trading_pair', ...confirmationErrors],
  }),
  cancelOnly: defineEndpoint({
    ...stopping,
    path: 'admin/markets/:pair/cancel-only',
    summary:
      'Take no more orders in a market, or let orders be cancelled in one that is halted; to open it takes two people',
    params: pair,
    response: z.object({ pair: pairCode, state: z.literal('cancel_only') }),
    errors: ['invalid_trading_pair', ...confirmationErrors],
  }),
  postOnly: defineEndpoint({
    ...stopping,
    path: 'admin/markets/:pair/post-only',
    summary:
      'Take only post-only orders in a market that is open; one that is closed takes a proposal to open it',
    params: pair,
    response: z.object({ pair: pairCode, state: z.literal('post_only') }),
    errors: ['invalid_trading_pair', 'second_person_required', ...confirmationErrors],
  }),
  previewRules: defineEndpoint({
    ...desk,
    access: 'markets.read',
    method: 'POST',
    path: 'admin/markets/:pair/rules-preview',
    summary:
      'Show which open orders would not fit other rules. They stay as they are: rules count for new and changed orders',
    params: pair,
    body: MarketRules,
    response: z.object({
      count,
      results: z.array(z.object({ order: StaffOrder, breaks: z.array(z.enum(ruleBreaks)) })),
    }),
    errors: ['invalid_trading_pair', 'market_rules_invalid', 'service_unavailable'],
  }),
  cancelDraft: defineEndpoint({
    ...desk,
    access: 'markets.propose',
    method: 'POST',
    path: 'admin/markets/:pair/drafts/:id/cancel',
    summary: 'Call off rules that wait for their day',
    params: z.object({ pair: pairCode, id: uuid({ error: 'draft_not_found' }) }),
    body: z.strictObject(explained),
    response: RuleDraft,
    errors: ['draft_not_found', ...confirmationErrors],
  }),
} as const;
