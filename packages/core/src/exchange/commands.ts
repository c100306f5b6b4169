import type { OrderType, SelfTrade, Side, TimeInForce } from '#matching/order.ts';
import type { MarketRules, MarketState } from './market.ts';

/** What every command carries: who sent it cannot be told from it, so the server has checked that before. */
export interface Envelope {
  /** The idempotency key: one key, one input, one outcome. Null for a command that nobody can repeat; one that moves money must have a key. */
  readonly key: string | null;
  /** When the sequencer accepted it, in milliseconds since 1970. */
  readonly acceptedAt: number;
}

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

export interface ListCoin extends Envelope {
  readonly kind: 'ListCoin';
  readonly coin: string;
  readonly decimals: number;
}

export interface OpenMarket extends Envelope {
  readonly kind: 'OpenMarket';
  readonly market: string;
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly rules: MarketRules;
}

/** Replaces the rules for new orders, the state, or both. Orders that rest stay as they are. */
export interface ChangeMarket extends Envelope {
  readonly kind: 'ChangeMarket';
  readonly market: string;
  readonly rules?: MarketRules;
  readonly state?: MarketState;
}

export interface OpenAccount extends Envelope {
  readonly kind: 'OpenAccount';
  readonly account: string;
}

export interface ChangeAccount extends Envelope {
  readonly kind: 'ChangeAccount';
  readonly account: string;
  readonly tradingEnabled?: boolean;
  readonly withdrawalEnabled?: boolean;
  /** Which row of a market's fees applies. */
  readonly tier?: number;
}

export interface CreditDeposit extends Envelope {
  readonly kind: 'CreditDeposit';
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

export interface HoldWithdrawal extends Envelope {
  readonly kind: 'HoldWithdrawal';
  readonly withdrawalId: string;
  readonly account: string;
  readonly coin: string;
  /** What leaves, and what the house takes on top. */
  readonly amount: bigint;
  readonly fee: bigint;
}

export interface SettleWithdrawal extends Envelope {
  readonly kind: 'SettleWithdrawal';
  readonly withdrawalId: string;
  /** What left the house, when it was less than what was held for it. */
  readonly sent?: bigint;
}

export interface ReleaseWithdrawal extends Envelope {
  readonly kind: 'ReleaseWithdrawal';
  readonly withdrawalId: string;
}

export interface Transfer extends Envelope {
  readonly kind: 'Transfer';
  readonly from: string;
  readonly to: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

export interface LockCode extends Envelope {
  readonly kind: 'LockCode';
  /** What stands for the code; the server keeps the secret itself. */
  readonly codeId: string;
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

export interface RedeemCode extends Envelope {
  readonly kind: 'RedeemCode';
  readonly codeId: string;
  readonly account: string;
}

export interface CancelCode extends Envelope {
  readonly kind: 'CancelCode';
  readonly codeId: string;
  readonly account: string;
}

/** An operator's correction of an account, above or below zero; two persons have agreed to it before. */
export interface AdjustBalance extends Envelope {
  readonly kind: 'AdjustBalance';
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

/** Puts money of the house's fees into the pool of a programme, from which its bonuses are paid. */
export interface FundPool extends Envelope {
  readonly kind: 'FundPool';
  readonly programme: string;
  readonly coin: string;
  readonly amount: bigint;
}

export interface PayBonus extends Envelope {
  readonly kind: 'PayBonus';
  readonly programme: string;
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

export type Command =
  | PlaceOrder
  | PlaceOcoOrders
  | AmendOrder
  | CancelOrder
  | CancelOrders
  | Swap
  | SetReferencePrice
  | DealWithDueOrders
  | ListCoin
  | OpenMarket
  | ChangeMarket
  | OpenAccount
  | ChangeAccount
  | CreditDeposit
  | HoldWithdrawal
  | SettleWithdrawal
  | ReleaseWithdrawal
  | Transfer
  | LockCode
  | RedeemCode
  | CancelCode
  | AdjustBalance
  | FundPool
  | PayBonus;

export type CommandKind = Command['kind'];
