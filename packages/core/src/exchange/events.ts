import type { Booking } from '#commands/commands.ts';
import type { HouseCause } from '#ledger/house-paths.ts';
import type { Posting } from '#ledger/posting.ts';
import type { Conditions, OrderTerms, Side } from '#matching/order.ts';
import type { AccountLimits, ChangeableLimits } from '#state/limits.ts';
import type { MarketDefinition, MarketRules, MarketState } from '#state/market.ts';
import type { Rejection } from './rejection.ts';

/** The first event of every command that was accepted. */
export interface CommandAccepted {
  readonly kind: 'CommandAccepted';
  readonly sequence: number;
  /** Empty where the command had none. */
  readonly key: string;
  /** Of the command's content; tells a repetition from another command with the same key. Zero without a key. */
  readonly digest: number;
  /** Keys are kept for a number of commands; those of money were kept for ever before it was booked by numbers. */
  readonly keep: 'forever' | 'recent' | 'never' | 'booked';
  /** The first order that the command placed, or the one that it amended; zero for neither. */
  readonly orderId: number;
  readonly acceptedAt: number;
  /** Of a command that moves money: its number, which is used up. */
  readonly booking: Booking | null;
}

/** The only event of a command with a key or a booking that was refused: so that its repetition is refused alike, on every copy. */
export interface CommandRejected {
  readonly kind: 'CommandRejected';
  readonly sequence: number;
  readonly key: string;
  readonly digest: number;
  readonly rejection: Rejection;
  readonly acceptedAt: number;
  readonly booking: Booking | null;
}

export interface OrderPlaced {
  readonly kind: 'OrderPlaced';
  readonly order: OrderTerms;
  /** Where it stands after this event: `taking` when its trades follow. */
  readonly place: 'book' | 'waiting' | 'taking';
  readonly postings: readonly Posting[];
}

export interface TradeExecuted {
  readonly kind: 'TradeExecuted';
  readonly tradeId: number;
  readonly market: string;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: Side;
  readonly makerOrderId: number;
  readonly takerOrderId: number;
  readonly makerAccount: string;
  readonly takerAccount: string;
  /** What is left of either order, and what it still holds. */
  readonly makerRemaining: number;
  readonly takerRemaining: number;
  readonly makerHeld: bigint;
  readonly takerHeld: bigint;
  /** In the coin that each receives. */
  readonly makerFee: bigint;
  readonly takerFee: bigint;
  readonly executedAt: number;
  readonly postings: readonly Posting[];
}

/** What is left of an order that was taking goes on the book at its price. */
export interface OrderRested {
  readonly kind: 'OrderRested';
  readonly orderId: number;
}

export type CloseReason =
  | 'filled'
  | 'cancelled'
  /** What an immediate order could not fill. */
  | 'unfilled'
  | 'self_trade'
  /** What was left is worth less than one unit of the quote coin. */
  | 'dust'
  /** The other order of the pair was filled, fired or closed. */
  | 'linked'
  | 'too_many_fills';

/** Filled orders have no such event: a trade that leaves nothing closes them. */
export interface OrderClosed {
  readonly kind: 'OrderClosed';
  readonly orderId: number;
  readonly reason: CloseReason;
  readonly remaining: number;
  readonly postings: readonly Posting[];
}

/** The quantity was lowered and nothing else: the order keeps its place in the queue. */
export interface OrderReduced {
  readonly kind: 'OrderReduced';
  readonly orderId: number;
  readonly quantity: number;
  readonly remaining: number;
  readonly held: bigint;
  readonly postings: readonly Posting[];
}

export interface OrderAmended {
  readonly kind: 'OrderAmended';
  readonly orderId: number;
  readonly quantity: number;
  readonly remaining: number;
  readonly price: number;
  readonly holdPrice: number;
  readonly held: bigint;
  readonly conditions: Conditions | null;
  readonly place: 'book' | 'waiting' | 'taking';
  readonly postings: readonly Posting[];
}

/** Stops whose price was reached and pegged orders whose reference moved: they are dealt with next, in this order. */
export interface OrdersDue {
  readonly kind: 'OrdersDue';
  readonly market: string;
  readonly orderIds: readonly number[];
}

/** A due stop leaves the waiting line and takes. */
export interface OrderFired {
  readonly kind: 'OrderFired';
  readonly orderId: number;
  readonly held: bigint;
  readonly postings: readonly Posting[];
}

/** A due pegged order has its new price: `taking` when it leaves the book to match first, `kept` when the price is the old one. */
export interface OrderRepriced {
  readonly kind: 'OrderRepriced';
  readonly orderId: number;
  readonly price: number;
  readonly place: 'book' | 'taking' | 'kept';
}

export interface TrailingStopsMoved {
  readonly kind: 'TrailingStopsMoved';
  readonly market: string;
  readonly moves: readonly { readonly orderId: number; readonly stopPrice: number }[];
}

/** The market's band is around this price from now on. */
export interface BandMoved {
  readonly kind: 'BandMoved';
  readonly market: string;
  readonly price: number;
  readonly movedAt: number;
}

export interface SwapExecuted {
  readonly kind: 'SwapExecuted';
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly given: bigint;
  readonly received: bigint;
  readonly orderIds: readonly number[];
}

export interface CoinListed {
  readonly kind: 'CoinListed';
  readonly coin: string;
  readonly decimals: number;
}

export interface MarketOpened {
  readonly kind: 'MarketOpened';
  readonly definition: MarketDefinition;
  readonly rules: MarketRules;
}

export interface MarketChanged {
  readonly kind: 'MarketChanged';
  readonly market: string;
  readonly rules: MarketRules;
  readonly state: MarketState;
}

export interface ReferencePriceSet {
  readonly kind: 'ReferencePriceSet';
  readonly market: string;
  readonly price: number;
}

export interface AccountOpened {
  readonly kind: 'AccountOpened';
  readonly account: string;
}

export interface AccountChanged {
  readonly kind: 'AccountChanged';
  readonly account: string;
  readonly tradingEnabled: boolean;
  readonly withdrawalEnabled: boolean;
  readonly tier: number;
  readonly frozenByOwner: boolean;
  readonly limits: AccountLimits | null;
}

/** Every limit that was changed, with its new value. */
export interface LimitsChanged {
  readonly kind: 'LimitsChanged';
  readonly limits: Partial<ChangeableLimits>;
}

export interface DigestAnchored {
  readonly kind: 'DigestAnchored';
  readonly topic: string;
  readonly digest: string;
  readonly reference: string;
  readonly actor: string;
}

/** The words beside the money; empty in what was written before there were any, and where there is no reason to give. */
export interface MoneyWords {
  readonly reference: string;
  readonly actor: string;
  readonly reason: string;
}

export type MoneyCause =
  | 'deposit'
  | 'reversal'
  | 'payout_returned'
  | 'transfer'
  | 'adjustment'
  | 'pool'
  | 'bonus'
  | HouseCause;

/** Money that moved at once: a deposit, a transfer, a correction, a bonus, or money of the house. */
export interface MoneyMoved extends MoneyWords {
  readonly kind: 'MoneyMoved';
  readonly cause: MoneyCause;
  readonly postings: readonly Posting[];
}

export interface WithdrawalHeld extends MoneyWords {
  readonly kind: 'WithdrawalHeld';
  readonly withdrawalId: string;
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly fee: bigint;
  /** Empty in what was written before withdrawals knew their network. */
  readonly network: string;
  readonly postings: readonly Posting[];
}

/** `sent` goes through the account of what is in flight; `settled` went into custody at once, before there was one. */
export interface WithdrawalEnded extends MoneyWords {
  readonly kind: 'WithdrawalEnded';
  readonly withdrawalId: string;
  readonly how: 'sent' | 'settled' | 'released';
  readonly postings: readonly Posting[];
}

export interface CodeLocked extends MoneyWords {
  readonly kind: 'CodeLocked';
  readonly codeId: string;
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly postings: readonly Posting[];
}

export interface CodeEnded extends MoneyWords {
  readonly kind: 'CodeEnded';
  readonly codeId: string;
  readonly how: 'redeemed' | 'cancelled';
  readonly account: string;
  readonly postings: readonly Posting[];
}

export type OrderEvent =
  | OrderPlaced
  | TradeExecuted
  | OrderRested
  | OrderClosed
  | OrderReduced
  | OrderAmended
  | OrdersDue
  | OrderFired
  | OrderRepriced
  | TrailingStopsMoved
  | BandMoved;

export type MoneyEvent = MoneyMoved | WithdrawalHeld | WithdrawalEnded | CodeLocked | CodeEnded;

export type ExchangeEvent =
  | CommandAccepted
  | CommandRejected
  | OrderEvent
  | MoneyEvent
  | SwapExecuted
  | CoinListed
  | MarketOpened
  | MarketChanged
  | ReferencePriceSet
  | AccountOpened
  | AccountChanged
  | LimitsChanged
  | DigestAnchored;
