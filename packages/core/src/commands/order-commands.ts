import type { OrderType, SelfTrade, Side, TimeInForce } from '#matching/order.ts';
import type { Envelope } from './envelope.ts';

/** Prices and quantities are in the market's units; amounts of money are in the coin's smallest unit. */
export interface PlaceOrder extends Envelope {
  readonly kind: 'PlaceOrder';
  readonly account: string;
  readonly market: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly quantity?: number;
  /** Of a buy without quantity: how much of the quote coin to spend. */
  readonly budget?: bigint;
  /** The price of a limit order. */
  readonly price?: number;
  /** The worst price of a market order, a stop or a trailing stop. */
  readonly worstPrice?: number;
  readonly stopPrice?: number;
  /** The price of a stop-limit order once it has fired. */
  readonly limitPrice?: number;
  /** How far a trailing stop stays behind the best price. */
  readonly trail?: number;
  /** Of a pegged order: parts per million from the reference price, and the bounds. */
  readonly percent?: number;
  readonly minimumPrice?: number;
  readonly maximumPrice?: number;
  readonly timeInForce?: TimeInForce;
  readonly postOnly?: boolean;
  readonly selfTrade?: SelfTrade;
  readonly clientOrderId?: string;
}

/** One cancels the other: a limit order, and a stop (or with `limitPrice` a stop-limit) on the other side of the market price. */
export interface PlaceOcoOrders extends Envelope {
  readonly kind: 'PlaceOcoOrders';
  readonly account: string;
  readonly market: string;
  readonly side: Side;
  readonly quantity: number;
  readonly price: number;
  readonly stopPrice: number;
  readonly limitPrice?: number;
  readonly worstPrice?: number;
  readonly selfTrade?: SelfTrade;
  readonly clientOrderId?: string;
}

/** Changes what is given and leaves the rest. `quantity` is the whole quantity, what has been filled included. */
export interface AmendOrder extends Envelope {
  readonly kind: 'AmendOrder';
  readonly account: string;
  readonly orderId: number;
  readonly quantity?: number;
  readonly price?: number;
  readonly stopPrice?: number;
  readonly limitPrice?: number;
  readonly percent?: number;
  readonly minimumPrice?: number;
  readonly maximumPrice?: number;
}

export interface CancelOrder extends Envelope {
  readonly kind: 'CancelOrder';
  readonly account: string;
  readonly orderId: number;
}

/** All open orders of an account, or those of one market. */
export interface CancelOrders extends Envelope {
  readonly kind: 'CancelOrders';
  readonly account: string;
  readonly market?: string;
}

/** All of `amount` of one coin into another, through one book or two, or not at all. */
export interface Swap extends Envelope {
  readonly kind: 'Swap';
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly minimumReceived: bigint;
  /** The one or two markets to go through, in order. */
  readonly route: readonly string[];
}

export interface SetReferencePrice extends Envelope {
  readonly kind: 'SetReferencePrice';
  readonly market: string;
  readonly price: number;
}

/**
 * Asks for nothing of its own: like every command it deals with orders that are due, when a long cascade has left some and nobody trades.
 */
export interface DealWithDueOrders extends Envelope {
  readonly kind: 'DealWithDueOrders';
}

export type OrderCommand =
  | PlaceOrder
  | PlaceOcoOrders
  | AmendOrder
  | CancelOrder
  | CancelOrders
  | Swap
  | SetReferencePrice
  | DealWithDueOrders;
