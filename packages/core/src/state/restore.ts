import { invariant } from '@emporion/kernel';
import { Wallet } from '#ledger/wallet.ts';
import { Order } from '#matching/order.ts';
import { Account } from './account.ts';
import { BookingSeries, bookedOutcomesMax } from './bookings.ts';
import { Exchange } from './exchange.ts';
import { Market } from './market.ts';
import { RecentOutcomes } from './recent-outcomes.ts';
import type {
  BookingsSnapshot,
  MarketSnapshot,
  OrderSnapshot,
  Snapshot,
  UserSnapshot,
  WalletSnapshot,
} from './snapshot.ts';

/** The exchange that the snapshot was taken of. What follows in the journal is then applied with `evolve`. */
export function restoreExchange(snapshot: Snapshot): Exchange {
  invariant(snapshot.version === 1, 'The snapshot is of another version.');
  const { limits, sequence, lastOrderId, lastTradeId, lastPriority } = snapshot;
  const exchange = new Exchange(limits);
  Object.assign(exchange, { sequence, lastOrderId, lastTradeId, lastPriority });
  for (const [coin, decimals] of snapshot.coins) exchange.coins.set(coin, decimals);
  for (const wallet of snapshot.wallets) exchange.ledger.wallets.set(wallet.id, restoreWallet(wallet));
  for (const market of snapshot.markets)
    exchange.markets.set(market.definition.market, restoreMarket(market));
  restoreOrders(exchange, snapshot.orders);
  for (const market of snapshot.markets) restoreDue(exchange, market);
  for (const [id, account, coin, amount, fee, network = ''] of snapshot.withdrawals) {
    exchange.withdrawals.set(id, { account, coin, amount: BigInt(amount), fee: BigInt(fee), network });
  }
  for (const [id, account, coin, amount] of snapshot.codes) {
    exchange.codes.set(id, { account, coin, amount: BigInt(amount) });
  }
  for (const { orderId, account, reason } of snapshot.closedOrders)
    exchange.closedOrders.add(orderId, account, reason);
  for (const [key, outcome] of snapshot.moneyKeys) exchange.moneyKeys.set(key, outcome);
  exchange.recentKeys = RecentOutcomes.from(limits.recentKeysMax, {
    older: snapshot.olderKeys,
    younger: snapshot.youngerKeys,
  });
  if (snapshot.bookings) restoreBookings(exchange, snapshot.bookings);
  return exchange;
}

function restoreBookings(exchange: Exchange, { series, ...generations }: BookingsSnapshot): void {
  for (const [name, doneUpTo, doneAbove] of series)
    exchange.bookings.set(name, new BookingSeries(doneUpTo, doneAbove));
  exchange.recentBookings = RecentOutcomes.from(bookedOutcomesMax, generations);
}

function restoreWallet({ id, user, balances }: WalletSnapshot): Wallet {
  const wallet = user ? restoreAccount(id, user) : new Wallet(id);
  for (const [coin, available, orders, withdrawals, codes] of balances) {
    const balance = wallet.balanceOf(coin);
    balance.available = BigInt(available);
    balance.orders = BigInt(orders);
    balance.withdrawals = BigInt(withdrawals);
    balance.codes = BigInt(codes);
  }
  return wallet;
}

function restoreAccount(id: string, { frozenByOwner, limits, ...user }: UserSnapshot): Account {
  const own = { frozenByOwner: frozenByOwner ?? false, limits: limits ?? null };
  return Object.assign(new Account(id), user, own);
}

function restoreMarket(snapshot: MarketSnapshot): Market {
  const { definition, rules, state, lastPrice, referencePrice, band = [0, 0, 0, 0] } = snapshot;
  const costs = { minimumCost: BigInt(rules.minimumCost), maximumCost: BigInt(rules.maximumCost) };
  const market = new Market(definition, { ...rules, ...costs });
  const [bandPrice, bandMovedAt, volumeAbove, volumeBelow] = band;
  const ofBand = { bandPrice, bandMovedAt, volumeAbove, volumeBelow };
  return Object.assign(market, { state, lastPrice, referencePrice }, ofBand);
}

/** Orders are listed by age; their queues are filled in the order in which they joined them. */
function restoreOrders(exchange: Exchange, snapshots: readonly OrderSnapshot[]): void {
  const queued: Order[] = [];
  for (const snapshot of snapshots) {
    const order = new Order({ ...snapshot, held: BigInt(snapshot.held) });
    order.place = snapshot.place;
    order.priority = snapshot.priority;
    exchange.orders.set(order.id, order);
    exchange.account(order.account).addOrder(order);
    const market = exchange.market(order.market);
    if (order.type === 'pegged') market.pegged.add(order);
    if (order.type === 'trailing_stop') market.trailing.add(order);
    if (order.place === 'book' || order.place === 'waiting') queued.push(order);
  }
  queued.sort((left, right) => left.priority - right.priority);
  for (const order of queued) {
    const market = exchange.market(order.market);
    if (order.place === 'book') market.book.add(order);
    else market.triggers.add(order);
  }
}

function restoreDue(exchange: Exchange, { definition, due }: MarketSnapshot): void {
  const market = exchange.market(definition.market);
  for (const [id, place] of due) market.due.set(exchange.order(id), place);
  exchange.dueCount += due.length;
}
