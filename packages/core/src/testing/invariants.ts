import { invariant } from '@emporion/kernel';
import { isAllowedBalance } from '#ledger/house.ts';
import type { Order } from '#matching/order.ts';
import type { PriceLadder } from '#matching/price-ladder.ts';
import { holdOf } from '#orders/order-terms.ts';
import type { Exchange } from '#state/exchange.ts';
import type { Market } from '#state/market.ts';

/** Everything that must be true between two commands. It looks at all of the state, so tests call it after each batch. */
export function checkInvariants(exchange: Exchange): void {
  checkConservation(exchange);
  checkHolds(exchange);
  let standing = 0;
  let due = 0;
  for (const market of exchange.markets.values()) {
    standing += checkMarket(exchange, market);
    due += market.due.size;
  }
  invariant(
    standing === exchange.orders.size,
    'An open order stands in no queue, or a queue holds a closed one.',
  );
  invariant(due === exchange.dueCount, 'The count of due orders is wrong.');
  checkAccounts(exchange);
}

function checkConservation({ ledger }: Exchange): void {
  invariant(ledger.imbalances().size === 0, 'The balances of a coin do not sum to zero.');
  for (const [account, { balances }] of ledger.wallets) {
    for (const { available, orders, withdrawals, codes } of balances.values()) {
      invariant(isAllowedBalance(account, available), `${account} is overdrawn.`);
      invariant(orders >= 0n && withdrawals >= 0n && codes >= 0n, `A hold of ${account} is below zero.`);
    }
  }
}

/** What is held is exactly what open orders, withdrawals and codes hold. */
function checkHolds(exchange: Exchange): void {
  const expected = new Map<string, bigint>();
  const add = (bucket: string, account: string, coin: string, amount: bigint) => {
    const key = `${bucket}/${account}/${coin}`;
    expected.set(key, (expected.get(key) ?? 0n) + amount);
  };
  for (const order of exchange.orders.values()) {
    const market = exchange.market(order.market);
    add('orders', order.account, order.side === 'buy' ? market.quote : market.base, order.held);
    checkHoldOf(market, order);
  }
  for (const { account, coin, amount, fee } of exchange.withdrawals.values()) {
    add('withdrawals', account, coin, amount + fee);
  }
  for (const { account, coin, amount } of exchange.codes.values()) add('codes', account, coin, amount);
  for (const [account, { balances }] of exchange.ledger.wallets) {
    for (const [coin, balance] of balances) {
      for (const bucket of ['orders', 'withdrawals', 'codes'] as const) {
        const key = `${bucket}/${account}/${coin}`;
        invariant(balance[bucket] === (expected.get(key) ?? 0n), `The hold ${key} is not what it should be.`);
      }
    }
  }
}

function checkHoldOf(market: Market, order: Order): void {
  if (order.quantity === 0) return;
  const full = holdOf(market, order, order.remaining);
  const isSecondOfPair = order.linkedTo !== 0 && order.linkedTo < order.id;
  invariant(
    isSecondOfPair ? order.held <= full : order.held === full,
    `Order ${order.id} holds a wrong amount.`,
  );
}

/** The number of orders that stand in the market's queues. */
function checkMarket(exchange: Exchange, market: Market): number {
  const { book, triggers } = market;
  let count = 0;
  for (const ladder of [book.bids, book.asks, triggers.buys, triggers.sells]) {
    count += checkLadder(exchange, ladder, ladder === book.bids || ladder === triggers.sells ? -1 : 1);
  }
  const [bid, ask] = [book.bids.best, book.asks.best];
  invariant(!bid || !ask || bid.price < ask.price, `The book of ${market.code} is crossed.`);
  for (const side of [book.bids, book.asks]) {
    for (const order of side.orders()) {
      invariant(
        order.place === 'book' && order.level?.price === order.price,
        `Order ${order.id} stands at a wrong price.`,
      );
      invariant(!market.units.isDust(order.price, order.remaining), `Order ${order.id} is dust.`);
    }
  }
  for (const order of market.due.keys()) if (order.place === 'due') count += 1;
  return count;
}

function checkLadder(exchange: Exchange, ladder: PriceLadder, sign: 1 | -1): number {
  let count = 0;
  let previous: number | undefined;
  for (let level = ladder.best; level; level = level.worse) {
    invariant(previous === undefined || previous * sign < level.price * sign, 'Prices are out of order.');
    previous = level.price;
    let priority = 0;
    for (let order = level.first; order; order = order.next) {
      invariant(exchange.orders.get(order.id) === order, `Order ${order.id} is not open.`);
      invariant(order.priority > priority, 'A queue is out of order.');
      invariant(order.remaining > 0 || order.quantity === 0, `Order ${order.id} has nothing left.`);
      priority = order.priority;
      count += 1;
    }
  }
  return count;
}

function checkAccounts(exchange: Exchange): void {
  let total = 0;
  for (const account of exchange.accounts()) {
    const count = account.orders().filter(({ account: owner }) => owner === account.id).length;
    invariant(count === account.openOrderCount, `The open orders of ${account.id} are miscounted.`);
    total += count;
  }
  invariant(total === exchange.orders.size, 'An open order belongs to no account.');
}
