import type { Conditions, ExchangeEvent, OrderTerms, Posting } from '@emporion/core';
import { rules } from './exchange-fixture.ts';

const postings: readonly Posting[] = [
  { account: 'ann', coin: 'TEA', bucket: 'available', amount: -123_456_789_012_345_678_901_234_567_890n },
  { account: 'ann', coin: 'TEA', bucket: 'orders', amount: 123_456_789_012_345_678_901_234_567_890n },
];

const conditions: Conditions = {
  stopPrice: 20,
  trail: 3,
  percent: -1_000,
  minimumPrice: 1,
  maximumPrice: 99,
};

const order: OrderTerms = {
  id: 7,
  account: 'ann',
  market: 'TEA-GOLD',
  side: 'buy',
  type: 'stop_limit',
  quantity: 9_007_199_254_740_991,
  remaining: 4,
  price: 20,
  holdPrice: 21,
  held: 10n ** 40n,
  timeInForce: 'gtc',
  postOnly: false,
  selfTrade: 'newest',
  clientOrderId: '"quoted" \u0000 \ud83c\udf75',
  conditions,
  linkedTo: 8,
  placedAt: 1_700_000_000_000,
};

const accepted = { sequence: 1, digest: -5, acceptedAt: 1_700_000_000_000, booking: null };

const none = { reference: '', actor: '', reason: '' };

/** One event of every kind that payloads of version 1 and 2 can have, with the edges of what a field may hold, as it is read today. */
export const formerSampleEvents: readonly ExchangeEvent[] = [
  { kind: 'CommandAccepted', ...accepted, key: 'deposit:1', keep: 'forever', orderId: 0 },
  {
    kind: 'CommandRejected',
    ...accepted,
    key: 'order:1',
    rejection: { code: 'insufficient_balance', details: { free: '12', order: 3 } },
  },
  { kind: 'CommandRejected', ...accepted, key: 'order:2', rejection: { code: 'market_closed' } },
  { kind: 'OrderPlaced', order, place: 'waiting', postings },
  {
    kind: 'OrderPlaced',
    order: { ...order, clientOrderId: null, conditions: null },
    place: 'book',
    postings: [],
  },
  {
    kind: 'TradeExecuted',
    tradeId: 1,
    market: 'TEA-GOLD',
    price: 20,
    quantity: 3,
    takerSide: 'sell',
    makerOrderId: 1,
    takerOrderId: 2,
    makerAccount: 'ann',
    takerAccount: 'bob',
    makerRemaining: 0,
    takerRemaining: 5,
    makerHeld: 0n,
    takerHeld: 5n,
    makerFee: 1n,
    takerFee: 0n,
    executedAt: 1_700_000_000_001,
    postings,
  },
  { kind: 'OrderRested', orderId: 7 },
  { kind: 'OrderClosed', orderId: 7, reason: 'self_trade', remaining: 2, postings },
  { kind: 'OrderReduced', orderId: 7, quantity: 5, remaining: 3, held: 3n, postings },
  {
    kind: 'OrderAmended',
    orderId: 7,
    quantity: 5,
    remaining: 3,
    price: 22,
    holdPrice: 22,
    held: 66n,
    conditions,
    place: 'taking',
    postings,
  },
  { kind: 'OrdersDue', market: 'TEA-GOLD', orderIds: [7, 9] },
  { kind: 'OrderFired', orderId: 7, held: 60n, postings: [] },
  { kind: 'OrderRepriced', orderId: 9, price: 19, place: 'kept' },
  { kind: 'TrailingStopsMoved', market: 'TEA-GOLD', moves: [{ orderId: 7, stopPrice: 23 }] },
  {
    kind: 'SwapExecuted',
    account: 'ann',
    from: 'TEA',
    to: 'GOLD',
    given: 5n,
    received: 99n,
    orderIds: [10, 11],
  },
  { kind: 'CoinListed', coin: 'TEA', decimals: 18 },
  {
    kind: 'MarketOpened',
    definition: {
      market: 'TEA-GOLD',
      base: 'TEA',
      quote: 'GOLD',
      baseDecimals: 0,
      quoteDecimals: 0,
      priceDecimals: 0,
      quantityDecimals: 0,
    },
    rules,
  },
  { kind: 'MarketChanged', market: 'TEA-GOLD', rules, state: 'post_only' },
  { kind: 'ReferencePriceSet', market: 'TEA-GOLD', price: 21 },
  { kind: 'AccountOpened', account: 'ann' },
  {
    kind: 'AccountChanged',
    account: 'ann',
    tradingEnabled: true,
    withdrawalEnabled: false,
    tier: 2,
    frozenByOwner: false,
    limits: null,
  },
  { kind: 'MoneyMoved', cause: 'deposit', ...none, postings },
  {
    kind: 'WithdrawalHeld',
    withdrawalId: 'w1',
    account: 'ann',
    coin: 'TEA',
    amount: 5n,
    fee: 1n,
    network: '',
    ...none,
    postings,
  },
  { kind: 'WithdrawalEnded', withdrawalId: 'w1', how: 'settled', ...none, postings },
  { kind: 'CodeLocked', codeId: 'c1', account: 'ann', coin: 'TEA', amount: 5n, ...none, postings },
  { kind: 'CodeEnded', codeId: 'c1', how: 'redeemed', account: 'bob', ...none, postings },
];

const words = { reference: 'bitcoin:ab12:0', actor: 'operator:7', reason: 'a \u201cquoted\u201d reason' };
const booking = { series: 'deposits:bitcoin', number: 9_007_199_254_740_991 };

/** What the samples of versions 3 and 4 were frozen with. */
export const frozenSampleEvents: readonly ExchangeEvent[] = [
  ...formerSampleEvents,
  { kind: 'CommandAccepted', ...accepted, key: '', keep: 'booked', orderId: 0, booking },
  { kind: 'CommandRejected', ...accepted, key: '', rejection: { code: 'coin_invalid' }, booking },
  {
    kind: 'AccountChanged',
    account: 'ann',
    tradingEnabled: true,
    withdrawalEnabled: false,
    tier: 2,
    frozenByOwner: true,
    limits: { ordersPerDayMax: 5 },
  },
  { kind: 'LimitsChanged', limits: { fillsPerCommandMax: 500 } },
  { kind: 'DigestAnchored', topic: 'audit', digest: '00ff', reference: 'row:1', actor: 'operator:7' },
  { kind: 'MoneyMoved', cause: 'reversal', ...words, postings },
  {
    kind: 'WithdrawalHeld',
    withdrawalId: 'w1',
    account: 'ann',
    coin: 'TEA',
    amount: 5n,
    fee: 1n,
    network: 'bitcoin',
    ...words,
    postings,
  },
  { kind: 'WithdrawalEnded', withdrawalId: 'w1', how: 'sent', ...words, postings },
  { kind: 'CodeLocked', codeId: 'c1', account: 'ann', coin: 'TEA', amount: 5n, ...words, postings },
  { kind: 'CodeEnded', codeId: 'c1', how: 'cancelled', account: 'bob', ...words, postings },
];

/** One event of every kind of today. */
export const sampleEvents: readonly ExchangeEvent[] = [
  ...frozenSampleEvents,
  { kind: 'BandMoved', market: 'TEA-GOLD', price: 21, movedAt: 1_700_000_000_000 },
];
