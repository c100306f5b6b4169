import type { Balance } from '#ledger/wallet.ts';
import type { Order } from '#matching/order.ts';
import { Account } from './account.ts';
import type { ClosedOrder } from './closed-orders.ts';
import { digest } from './digest.ts';
import type { Exchange } from './exchange.ts';
import type { AccountLimits, ExchangeLimits } from './limits.ts';
import type { Market, MarketDefinition, MarketRules, MarketState } from './market.ts';
import type { RememberedOutcome } from './recent-outcomes.ts';

/** A snapshot of the whole state: plain values that JSON can carry. Amounts of money are decimal strings. */
export interface Snapshot {
  readonly version: 1;
  readonly limits: ExchangeLimits;
  readonly sequence: number;
  readonly lastOrderId: number;
  readonly lastTradeId: number;
  readonly lastPriority: number;
  readonly coins: readonly (readonly [coin: string, decimals: number])[];
  readonly markets: readonly MarketSnapshot[];
  readonly wallets: readonly WalletSnapshot[];
  /** By id, so the oldest first. */
  readonly orders: readonly OrderSnapshot[];
  /** The network is left out where there is none, as it was before withdrawals knew it. */
  readonly withdrawals: readonly (readonly [
    id: string,
    account: string,
    coin: string,
    amount: string,
    fee: string,
    network?: string,
  ])[];
  readonly codes: readonly (readonly [id: string, account: string, coin: string, amount: string])[];
  readonly closedOrders: readonly ClosedOrder[];
  readonly moneyKeys: readonly KeySnapshot[];
  readonly olderKeys: readonly KeySnapshot[];
  readonly youngerKeys: readonly KeySnapshot[];
  /**
   * Left out where nothing was ever booked. An undefined field counts for nothing in the state hash, so an exchange of before has the hash of before;
   * so it is with whatever is optional here.
   */
  readonly bookings?: BookingsSnapshot | undefined;
}

export interface BookingsSnapshot {
  readonly series: readonly (readonly [series: string, doneUpTo: number, doneAbove: readonly number[]])[];
  readonly older: readonly KeySnapshot[];
  readonly younger: readonly KeySnapshot[];
}

export interface MarketSnapshot {
  readonly definition: MarketDefinition;
  readonly rules: Omit<MarketRules, 'minimumCost' | 'maximumCost'> & {
    minimumCost: string;
    maximumCost: string;
  };
  readonly state: MarketState;
  readonly lastPrice: number;
  readonly referencePrice: number;
  readonly due: readonly (readonly [orderId: number, place: number])[];
  /** Left out until the band has moved for the first time. */
  readonly band?:
    | readonly [price: number, movedAt: number, volumeAbove: number, volumeBelow: number]
    | undefined;
}

export interface WalletSnapshot {
  readonly id: string;
  readonly user: UserSnapshot | null;
  readonly balances: readonly BalanceSnapshot[];
}

export type UserSnapshot = Pick<
  Account,
  'tradingEnabled' | 'withdrawalEnabled' | 'tier' | 'orderDay' | 'ordersOfDay'
> & { readonly frozenByOwner?: true | undefined; readonly limits?: AccountLimits | undefined };
export type BalanceSnapshot = readonly [
  coin: string,
  available: string,
  orders: string,
  withdrawals: string,
  codes: string,
];
export type KeySnapshot = readonly [key: string, outcome: RememberedOutcome];
type Stored =
  | 'id'
  | 'account'
  | 'market'
  | 'side'
  | 'type'
  | 'quantity'
  | 'remaining'
  | 'price'
  | 'holdPrice'
  | 'timeInForce';
type StoredToo =
  | 'postOnly'
  | 'selfTrade'
  | 'clientOrderId'
  | 'conditions'
  | 'linkedTo'
  | 'placedAt'
  | 'place'
  | 'priority';
export type OrderSnapshot = Pick<Order, Stored | StoredToo> & { readonly held: string };

export function takeSnapshot(exchange: Exchange): Snapshot {
  const { limits, sequence, lastOrderId, lastTradeId, lastPriority } = exchange;
  const { older, younger } = exchange.recentKeys.generations();
  return {
    version: 1,
    limits,
    sequence,
    lastOrderId,
    lastTradeId,
    lastPriority,
    coins: [...exchange.coins],
    markets: Array.from(exchange.markets.values(), marketSnapshot),
    wallets: Array.from(exchange.ledger.wallets.values(), (wallet) => ({
      id: wallet.id,
      user: wallet instanceof Account ? userSnapshot(wallet) : null,
      balances: Array.from(wallet.balances, balanceSnapshot),
    })),
    orders: Array.from(exchange.orders.values(), orderSnapshot),
    withdrawals: Array.from(
      exchange.withdrawals,
      ([id, { account, coin, amount, fee, network }]): Snapshot['withdrawals'][number] =>
        network
          ? [id, account, coin, `${amount}`, `${fee}`, network]
          : [id, account, coin, `${amount}`, `${fee}`],
    ),
    codes: Array.from(
      exchange.codes,
      ([id, { account, coin, amount }]) => [id, account, coin, `${amount}`] as const,
    ),
    closedOrders: [...exchange.closedOrders.entries()],
    moneyKeys: [...exchange.moneyKeys],
    olderKeys: older,
    youngerKeys: younger,
    bookings: bookingsSnapshot(exchange),
  };
}

function bookingsSnapshot({ bookings, recentBookings }: Exchange): BookingsSnapshot | undefined {
  if (bookings.size === 0) return undefined;
  return {
    series: Array.from(bookings, ([name, { doneUpTo, doneAbove }]) => [name, doneUpTo, doneAbove] as const),
    ...recentBookings.generations(),
  };
}

function marketSnapshot(market: Market): MarketSnapshot {
  const { definition, rules, state, lastPrice, referencePrice, due } = market;
  const { bandPrice, bandMovedAt, volumeAbove, volumeBelow } = market;
  const { minimumCost, maximumCost } = rules;
  return {
    definition,
    rules: { ...rules, minimumCost: `${minimumCost}`, maximumCost: `${maximumCost}` },
    state,
    lastPrice,
    referencePrice,
    due: Array.from(due, ([{ id }, place]) => [id, place] as const),
    band: bandPrice === 0 ? undefined : [bandPrice, bandMovedAt, volumeAbove, volumeBelow],
  };
}

function userSnapshot({
  tradingEnabled,
  withdrawalEnabled,
  tier,
  orderDay,
  ordersOfDay,
  frozenByOwner,
  limits,
}: Account): UserSnapshot {
  const switches = { tradingEnabled, withdrawalEnabled, frozenByOwner: frozenByOwner || undefined };
  return { ...switches, tier, orderDay, ordersOfDay, limits: limits ?? undefined };
}

function balanceSnapshot([coin, { available, orders, withdrawals, codes }]: [
  string,
  Balance,
]): BalanceSnapshot {
  return [coin, `${available}`, `${orders}`, `${withdrawals}`, `${codes}`];
}

function orderSnapshot(order: Order): OrderSnapshot {
  const {
    id,
    account,
    market,
    side,
    type,
    quantity,
    remaining,
    price,
    holdPrice,
    held,
    timeInForce,
    postOnly,
  } = order;
  const { selfTrade, clientOrderId, conditions, linkedTo, placedAt, place, priority } = order;
  return {
    id,
    account,
    market,
    side,
    type,
    quantity,
    remaining,
    price,
    holdPrice,
    held: `${held}`,
    timeInForce,
    postOnly,
    selfTrade,
    clientOrderId,
    conditions,
    linkedTo,
    placedAt,
    place,
    priority,
  };
}

/** A text of 16 digits that stands for the whole state: equal states have equal hashes, wherever they came from. */
export function stateHash(exchange: Exchange): string {
  const snapshot = takeSnapshot(exchange);
  return hexadecimal(digest(snapshot, 1)) + hexadecimal(digest(snapshot, 2));
}

function hexadecimal(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, '0');
}
