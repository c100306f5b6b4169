export type * from './commands/commands.ts';
export type * from './exchange/events.ts';
export { evolve } from './exchange/evolve.ts';
export { type Execution, execute, type Outcome } from './exchange/execute.ts';
export { type Rejection, type RejectionCode, rejectionCodes } from './exchange/rejection.ts';
export {
  type HouseKind,
  houseAccount,
  houseAccounts,
  houseKindOf,
  isAllowedBalance,
  isHouseAccount,
} from './ledger/house.ts';
export type { HouseCause } from './ledger/house-paths.ts';
export { areBalanced, type Bucket, type Posting } from './ledger/posting.ts';
export type { Balance, Wallet } from './ledger/wallet.ts';
export type {
  Conditions,
  Order,
  OrderTerms,
  OrderType,
  SelfTrade,
  Side,
  TimeInForce,
} from './matching/order.ts';
export { hasDueOrders } from './orders/follow-ups.ts';
export { type QuotedLeg, quoteSwap, quoteSwapFor, type SwapQuote, swapBounds } from './orders/quote-swap.ts';
export type { Account } from './state/account.ts';
export { isUsableReference, isUsableSeries, keyOfBooking } from './state/bookings.ts';
export { Exchange, type LockedCode, type Withdrawal } from './state/exchange.ts';
export {
  type AccountLimits,
  type ChangeableLimits,
  defaultLimits,
  type ExchangeLimits,
} from './state/limits.ts';
export type { FeeTier, Market, MarketDefinition, MarketRules, MarketState } from './state/market.ts';
export { restoreExchange } from './state/restore.ts';
export { type Snapshot, stateHash, takeSnapshot } from './state/snapshot.ts';
