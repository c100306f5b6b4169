export type { Account } from './exchange/account.ts';
export type * from './exchange/commands.ts';
export type * from './exchange/events.ts';
export { evolve } from './exchange/evolve.ts';
export { Exchange, type LockedCode, type Withdrawal } from './exchange/exchange.ts';
export { type Execution, execute, type Outcome } from './exchange/execute.ts';
export { hasDueOrders } from './exchange/follow-ups.ts';
export {
  type AccountLimits,
  type ChangeableLimits,
  defaultLimits,
  type ExchangeLimits,
} from './exchange/limits.ts';
export type { FeeTier, Market, MarketDefinition, MarketRules, MarketState } from './exchange/market.ts';
export { type Rejection, type RejectionCode, rejectionCodes } from './exchange/rejection.ts';
export { restoreExchange } from './exchange/restore.ts';
export { type Snapshot, takeSnapshot } from './exchange/snapshot.ts';
export { stateHash } from './exchange/state-hash.ts';
export {
  type HouseKind,
  houseAccount,
  houseAccounts,
  houseKindOf,
  isAllowedBalance,
  isHouseAccount,
} from './ledger/house.ts';
export type { HouseCause } from './ledger/house-paths.ts';
export type { Bucket, Posting } from './ledger/posting.ts';
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
