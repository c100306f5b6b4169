import type { HouseCause } from '#ledger/house-paths.ts';
import type { OrderType, SelfTrade, Side, TimeInForce } from '#matching/order.ts';
import type { AccountLimits, ChangeableLimits } from './limits.ts';
import type { MarketRules, MarketState } from './market.ts';

/** What every command carries that moves no money between accounts: who sent it cannot be told from it, so the server has checked that before. */
export interface Envelope {
  /** The idempotency key: one key, one input, one outcome. Null for a command that nobody can repeat. */
  readonly key: string | null;
  /** When the sequencer accepted it, in milliseconds since 1970. */
  readonly acceptedAt: number;
}

/** A number of a series, under which one movement of money is booked. It is given in SQL together with what it is for, without gaps. */
export interface Booking {
  readonly series: string;
  /** From 1 on. */
  readonly number: number;
}

/**
 * What a command that moves money carries instead of a key: the number under which it is booked, and the words that stand beside the money in the
 * journal for ever.
 */
export interface MoneyEnvelope {
  readonly acceptedAt: number;
  readonly booking: Booking;
  /** What it was booked for, by the name that the outside knows it by: a transaction and its output, a withdrawal, a code, an invoice, an approval. */
  readonly reference: string;
  /** Who or what caused it, such as `user:<id>`, `operator:<id>` or `watcher:<network>`. */
  readonly actor: string;
  /** In a person's words; a command that a person decides on must have one. */
  readonly reason?: string;
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

/** Changes what is given and leaves the rest. An owner's freeze, and each of the operator's switches, is lifted only by itself. */
export interface ChangeAccount extends Envelope {
  readonly kind: 'ChangeAccount';
  readonly account: string;
  /** The owner's own stop: it ends every open order, in halted markets too, and nothing leaves the account. */
  readonly frozenByOwner?: boolean;
  readonly tradingEnabled?: boolean;
  readonly withdrawalEnabled?: boolean;
  /** Which row of a market's fees applies. */
  readonly tier?: number;
  /** What replaces the exchange's limits for this account; null for none of its own. */
  readonly limits?: AccountLimits | null;
}

/** Changes the limits that are given. Orders that are open stay, however many they are. */
export interface ChangeLimits extends Envelope {
  readonly kind: 'ChangeLimits';
  readonly limits: Partial<ChangeableLimits>;
}

/** Writes the digest of something outside into the journal, such as of a proof of liabilities or of the audit log. */
export interface AnchorDigest extends Envelope {
  readonly kind: 'AnchorDigest';
  /** What it is the digest of, such as `audit`. */
  readonly topic: string;
  /** Up to 128 hexadecimal digits. */
  readonly digest: string;
  readonly reference: string;
  readonly actor: string;
}

/** Money that came in from outside and is final there. */
export interface CreditDeposit extends MoneyEnvelope {
  readonly kind: 'CreditDeposit';
  readonly account: string;
  readonly coin: string;
  /** The house account through which it came: custody of a network, a bank or an acquirer. */
  readonly source: string;
  /** What came in, and what the house keeps of it. */
  readonly amount: bigint;
  readonly fee: bigint;
}

/** Takes a credit back that turned out to be none: as far as the account has it free, and the rest as a loss. */
export interface ReverseCredit extends MoneyEnvelope {
  readonly kind: 'ReverseCredit';
  readonly account: string;
  readonly coin: string;
  /** Where the credit came through. */
  readonly source: string;
  /** Who bears what the account no longer has: a house account of losses by reorganisation or by chargeback. */
  readonly loss: string;
  readonly amount: bigint;
}

export interface HoldWithdrawal extends MoneyEnvelope {
  readonly kind: 'HoldWithdrawal';
  readonly withdrawalId: string;
  readonly account: string;
  readonly coin: string;
  /** On which network or through which bank it will leave. */
  readonly network: string;
  /** What leaves, and what the house takes on top. */
  readonly amount: bigint;
  readonly fee: bigint;
}

/** The withdrawal is signed, so that from here on it may leave at any moment: it is in flight. */
export interface SendWithdrawal extends MoneyEnvelope {
  readonly kind: 'SendWithdrawal';
  readonly withdrawalId: string;
  /** What leaves, when it is less than what was held for it. */
  readonly sent?: bigint;
}

export interface ReleaseWithdrawal extends MoneyEnvelope {
  readonly kind: 'ReleaseWithdrawal';
  readonly withdrawalId: string;
}

/** A payout that was in flight and can no longer arrive comes back to its account. */
export interface ReturnPayout extends MoneyEnvelope {
  readonly kind: 'ReturnPayout';
  readonly account: string;
  readonly coin: string;
  /** Where it was in flight. */
  readonly network: string;
  readonly amount: bigint;
  /** What of the house's fee is given back. */
  readonly fee: bigint;
}

export interface Transfer extends MoneyEnvelope {
  readonly kind: 'Transfer';
  readonly from: string;
  readonly to: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

export interface LockCode extends MoneyEnvelope {
  readonly kind: 'LockCode';
  /** What stands for the code; the server keeps the secret itself. */
  readonly codeId: string;
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

export interface RedeemCode extends MoneyEnvelope {
  readonly kind: 'RedeemCode';
  readonly codeId: string;
  readonly account: string;
}

export interface CancelCode extends MoneyEnvelope {
  readonly kind: 'CancelCode';
  readonly codeId: string;
  readonly account: string;
}

/** An operator's correction of an account, above or below zero; two persons have agreed to it before. */
export interface AdjustBalance extends MoneyEnvelope {
  readonly kind: 'AdjustBalance';
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

/** Puts money of the house's fees into the pool of a programme, from which its bonuses are paid. */
export interface FundPool extends MoneyEnvelope {
  readonly kind: 'FundPool';
  readonly programme: string;
  readonly coin: string;
  readonly amount: bigint;
}

export interface PayBonus extends MoneyEnvelope {
  readonly kind: 'PayBonus';
  readonly programme: string;
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

/** Money of the house alone, for one of the reasons that `house-money.ts` allows. */
export interface MoveHouseMoney extends MoneyEnvelope {
  readonly kind: 'MoveHouseMoney';
  readonly cause: HouseCause;
  /** One leg, or several that happen together: a payout and what the network took for it. */
  readonly legs: readonly HouseLeg[];
}

export interface HouseLeg {
  readonly from: string;
  readonly to: string;
  readonly coin: string;
  readonly amount: bigint;
}

/** Uses up a booking number whose movement will never come, so that the numbers after it need not be remembered singly. */
export interface VoidBooking extends MoneyEnvelope {
  readonly kind: 'VoidBooking';
}

/** Every one of these carries a booking; all others have a key. */
export type MoneyCommand =
  | CreditDeposit
  | ReverseCredit
  | HoldWithdrawal
  | SendWithdrawal
  | ReleaseWithdrawal
  | ReturnPayout
  | Transfer
  | LockCode
  | RedeemCode
  | CancelCode
  | AdjustBalance
  | FundPool
  | PayBonus
  | MoveHouseMoney
  | VoidBooking;

export type KeyedCommand =
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
  | ChangeLimits
  | AnchorDigest;

export type Command = KeyedCommand | MoneyCommand;

export type CommandKind = Command['kind'];
