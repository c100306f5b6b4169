import type { ExchangeEvent, MarketRules, OrderTerms, Posting } from '@emporion/core';

/** How a field is written: as JSON has it, or in a form of our own because money is in it. */
export type Form = 'plain' | 'amount' | 'postings' | 'order' | 'rules';

type FormOf<Value> = [Value] extends [bigint]
  ? 'amount'
  : [Value] extends [OrderTerms]
    ? 'order'
    : [Value] extends [MarketRules]
      ? 'rules'
      : [Value] extends [readonly Posting[]]
        ? 'postings'
        : 'plain';

/** Every field of a thing with its form. The compiler refuses a table that lacks a field or has one too many. */
export type Shape<Thing> = { readonly [Field in Exclude<keyof Thing, 'kind'>]-?: FormOf<Thing[Field]> };

type EventShapes = {
  readonly [Event in ExchangeEvent as Event['kind']]: Shape<Event>;
};

const wordsShape = { reference: 'plain', actor: 'plain', reason: 'plain' } as const;

/**
 * The fields of every event in the order in which the journal has them, as it is written today. What is written stays for ever: a change here is
 * a new version of the codec, and the table of the old one goes to `former-event-shapes.ts`. A new kind of event is no change.
 */
export const eventShapes: EventShapes = {
  CommandAccepted: {
    sequence: 'plain',
    key: 'plain',
    digest: 'plain',
    keep: 'plain',
    orderId: 'plain',
    acceptedAt: 'plain',
    booking: 'plain',
  },
  CommandRejected: {
    sequence: 'plain',
    key: 'plain',
    digest: 'plain',
    rejection: 'plain',
    acceptedAt: 'plain',
    booking: 'plain',
  },
  OrderPlaced: { order: 'order', place: 'plain', postings: 'postings' },
  TradeExecuted: {
    tradeId: 'plain',
    market: 'plain',
    price: 'plain',
    quantity: 'plain',
    takerSide: 'plain',
    makerOrderId: 'plain',
    takerOrderId: 'plain',
    makerAccount: 'plain',
    takerAccount: 'plain',
    makerRemaining: 'plain',
    takerRemaining: 'plain',
    makerHeld: 'amount',
    takerHeld: 'amount',
    makerFee: 'amount',
    takerFee: 'amount',
    executedAt: 'plain',
    postings: 'postings',
  },
  OrderRested: { orderId: 'plain' },
  OrderClosed: { orderId: 'plain', reason: 'plain', remaining: 'plain', postings: 'postings' },
  OrderReduced: {
    orderId: 'plain',
    quantity: 'plain',
    remaining: 'plain',
    held: 'amount',
    postings: 'postings',
  },
  OrderAmended: {
    orderId: 'plain',
    quantity: 'plain',
    remaining: 'plain',
    price: 'plain',
    holdPrice: 'plain',
    held: 'amount',
    conditions: 'plain',
    place: 'plain',
    postings: 'postings',
  },
  OrdersDue: { market: 'plain', orderIds: 'plain' },
  OrderFired: { orderId: 'plain', held: 'amount', postings: 'postings' },
  OrderRepriced: { orderId: 'plain', price: 'plain', place: 'plain' },
  TrailingStopsMoved: { market: 'plain', moves: 'plain' },
  BandMoved: { market: 'plain', price: 'plain', movedAt: 'plain' },
  SwapExecuted: {
    account: 'plain',
    from: 'plain',
    to: 'plain',
    given: 'amount',
    received: 'amount',
    orderIds: 'plain',
  },
  CoinListed: { coin: 'plain', decimals: 'plain' },
  MarketOpened: { definition: 'plain', rules: 'rules' },
  MarketChanged: { market: 'plain', rules: 'rules', state: 'plain' },
  ReferencePriceSet: { market: 'plain', price: 'plain' },
  AccountOpened: { account: 'plain' },
  AccountChanged: {
    account: 'plain',
    tradingEnabled: 'plain',
    withdrawalEnabled: 'plain',
    tier: 'plain',
    frozenByOwner: 'plain',
    limits: 'plain',
  },
  LimitsChanged: { limits: 'plain' },
  DigestAnchored: { topic: 'plain', digest: 'plain', reference: 'plain', actor: 'plain' },
  MoneyMoved: { cause: 'plain', ...wordsShape, postings: 'postings' },
  WithdrawalHeld: {
    withdrawalId: 'plain',
    account: 'plain',
    coin: 'plain',
    amount: 'amount',
    fee: 'amount',
    network: 'plain',
    ...wordsShape,
    postings: 'postings',
  },
  WithdrawalEnded: { withdrawalId: 'plain', how: 'plain', ...wordsShape, postings: 'postings' },
  CodeLocked: {
    codeId: 'plain',
    account: 'plain',
    coin: 'plain',
    amount: 'amount',
    ...wordsShape,
    postings: 'postings',
  },
  CodeEnded: { codeId: 'plain', how: 'plain', account: 'plain', ...wordsShape, postings: 'postings' },
};

export const orderShape: Shape<OrderTerms> = {
  id: 'plain',
  account: 'plain',
  market: 'plain',
  side: 'plain',
  type: 'plain',
  quantity: 'plain',
  remaining: 'plain',
  price: 'plain',
  holdPrice: 'plain',
  held: 'amount',
  timeInForce: 'plain',
  postOnly: 'plain',
  selfTrade: 'plain',
  clientOrderId: 'plain',
  conditions: 'plain',
  linkedTo: 'plain',
  placedAt: 'plain',
};

export const rulesShape: Shape<MarketRules> = {
  tick: 'plain',
  lot: 'plain',
  minimumQuantity: 'plain',
  maximumQuantity: 'plain',
  minimumCost: 'amount',
  maximumCost: 'amount',
  band: 'plain',
  fees: 'plain',
};
