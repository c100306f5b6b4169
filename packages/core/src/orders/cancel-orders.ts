import { fail, isPositiveInteger, succeed } from '@emporion/kernel';
import type { CancelOrder, CancelOrders } from '#commands/commands.ts';
import type { CloseReason, ExchangeEvent } from '#exchange/events.ts';
import { type Decision, object, type Rejection, type RejectionCode, reject } from '#exchange/rejection.ts';
import type { Order } from '#matching/order.ts';
import type { Account } from '#state/account.ts';
import type { ClosedOrder } from '#state/closed-orders.ts';
import type { Exchange } from '#state/exchange.ts';
import { closeOrder } from './take.ts';

/** Rejects with order_not_found, order_already_filled, order_already_cancelled, order_closed, market_closed. */
export function decideCancelOrder(exchange: Exchange, command: CancelOrder): Decision<ExchangeEvent[]> {
  const order = exchange.orders.get(command.orderId);
  if (!order || order.account !== command.account) return fail(whyNotOpen(exchange, command));
  const market = exchange.market(order.market);
  if (market.state === 'halted') return reject('market_closed', { state: market.state });
  return succeed(closeOrder(exchange, market, order, 'cancelled'));
}

/** Why an order cannot be found among the open ones. Another account's order is not found, whatever its state. */
export function whyNotOpen(
  exchange: Exchange,
  { orderId, account }: { orderId: number; account: string },
): Rejection {
  const closed = isPositiveInteger(orderId) ? exchange.closedOrders.get(orderId) : undefined;
  return closed && closed.account === account ? object(codeOf(closed)) : object('order_not_found');
}

const codeByReason: Readonly<Partial<Record<CloseReason, RejectionCode>>> = {
  filled: 'order_already_filled',
  cancelled: 'order_already_cancelled',
};

function codeOf({ reason }: ClosedOrder): RejectionCode {
  return codeByReason[reason] ?? 'order_closed';
}

/**
 * Rejects with account_not_found, invalid_trading_pair, market_closed. Without a market it cancels in every market but the
 * halted ones; having nothing to cancel is no error.
 */
export function decideCancelOrders(exchange: Exchange, command: CancelOrders): Decision<ExchangeEvent[]> {
  const account = exchange.findAccount(command.account);
  if (!account) return reject('account_not_found');
  if (command.market !== undefined) {
    const market = exchange.markets.get(command.market);
    if (!market) return reject('invalid_trading_pair');
    if (market.state === 'halted') return reject('market_closed', { state: market.state });
  }
  const within = (order: Order) =>
    (command.market === undefined || order.market === command.market) &&
    exchange.market(order.market).state !== 'halted';
  return succeed(closeAllOrders(exchange, account, within));
}

/** Closes every open order of an account, or those that are within. */
export function closeAllOrders(
  exchange: Exchange,
  account: Account,
  within: (order: Order) => boolean = () => true,
): ExchangeEvent[] {
  const events: ExchangeEvent[] = [];
  for (const order of account.orders()) {
    // The second order of a pair is closed together with the first, which is the older one.
    if (!within(order) || (order.linkedTo !== 0 && order.linkedTo < order.id)) continue;
    events.push(...closeOrder(exchange, exchange.market(order.market), order, 'cancelled'));
  }
  return events;
}
