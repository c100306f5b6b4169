import type { Level } from './price-ladder.ts';

export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market' | 'stop' | 'stop_limit' | 'trailing_stop' | 'pegged';
/** gtc rests until cancelled; ioc fills what it can at once; fok fills whole at once or not at all. */
export type TimeInForce = 'gtc' | 'ioc' | 'fok';
/** Which order is cancelled when an account would trade with itself. */
export type SelfTrade = 'newest' | 'oldest' | 'both';

/** What a conditional order waits for, and how it is priced. A field that the type of order does not have is zero. */
export interface Conditions {
  /** The last trade price at which a stop fires. Of a trailing stop it moves, by `trail` behind the best price seen. */
  readonly stopPrice: number;
  readonly trail: number;
  /** Of a pegged order: parts per million above (or below zero: under) the reference price, and the bounds of its price. */
  readonly percent: number;
  readonly minimumPrice: number;
  readonly maximumPrice: number;
}

/** What defines an order when it is placed. Prices and quantities are in the market's units. */
export interface OrderTerms {
  readonly id: number;
  readonly account: string;
  readonly market: string;
  readonly side: Side;
  readonly type: OrderType;
  /** Zero for a buy by budget, which has no quantity of its own. */
  readonly quantity: number;
  readonly remaining: number;
  /** The worst price at which it trades; zero for an order that takes any. */
  readonly price: number;
  /** A buy holds `holdPrice × remaining`; zero for an order by budget, which holds what is left of the budget. */
  readonly holdPrice: number;
  readonly held: bigint;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTrade;
  readonly clientOrderId: string | null;
  readonly conditions: Conditions | null;
  /** The other order of a one-cancels-the-other pair, or zero. */
  readonly linkedTo: number;
  readonly placedAt: number;
}

/** taking: entering the book in this very command; waiting: for its stop price; due: its stop price was reached, it fires next. */
export type OrderPlace = 'taking' | 'book' | 'waiting' | 'due';

/** An open order. It stands in at most one queue at a time, and is itself the link of that queue. */
export class Order {
  // What cancelling and matching touch comes first, so that it lies together in memory.
  readonly id: number;
  readonly account: string;
  readonly market: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly clientOrderId: string | null;
  place: OrderPlace = 'taking';
  linkedTo: number;
  price: number;
  remaining: number;
  held: bigint;
  level: Level | undefined = undefined;
  previous: Order | undefined = undefined;
  next: Order | undefined = undefined;
  /** Where it stands in the list of its account's open orders. */
  indexInAccount = 0;
  holdPrice: number;
  quantity: number;
  /** When it joined its queue, as a number that only grows: the time of price-time priority. */
  priority = 0;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTrade;
  conditions: Conditions | null;
  readonly placedAt: number;

  constructor(terms: OrderTerms) {
    this.id = terms.id;
    this.account = terms.account;
    this.market = terms.market;
    this.side = terms.side;
    this.type = terms.type;
    this.quantity = terms.quantity;
    this.remaining = terms.remaining;
    this.price = terms.price;
    this.holdPrice = terms.holdPrice;
    this.held = terms.held;
    this.timeInForce = terms.timeInForce;
    this.postOnly = terms.postOnly;
    this.selfTrade = terms.selfTrade;
    this.clientOrderId = terms.clientOrderId;
    this.conditions = terms.conditions;
    this.linkedTo = terms.linkedTo;
    this.placedAt = terms.placedAt;
  }
}
