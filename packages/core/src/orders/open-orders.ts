import type { Order } from '#matching/order.ts';
import type { Exchange } from '#state/exchange.ts';
import type { Market } from '#state/market.ts';

const dayMs = 86_400_000;

export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / dayMs);
}

/** Enters a new order in every list of open orders. */
export function registerOrder(exchange: Exchange, market: Market, order: Order): void {
  const account = exchange.account(order.account);
  exchange.orders.set(order.id, order);
  account.addOrder(order);
  if (order.type === 'pegged') market.pegged.add(order);
  if (order.type === 'trailing_stop') market.trailing.add(order);
  const day = dayOf(order.placedAt);
  account.ordersOfDay = account.orderDay === day ? account.ordersOfDay + 1 : 1;
  account.orderDay = day;
}

export function unregisterOrder(exchange: Exchange, market: Market, order: Order): void {
  exchange.orders.delete(order.id);
  exchange.account(order.account).removeOrder(order);
  if (order.type === 'pegged') market.pegged.delete(order);
  if (order.type === 'trailing_stop') market.trailing.delete(order);
}

/** Puts an order at the end of its queue: on the book at its price, or in the line of its stop price. */
export function standIn(exchange: Exchange, market: Market, order: Order, place: 'book' | 'waiting'): void {
  exchange.lastPriority += 1;
  order.priority = exchange.lastPriority;
  order.place = place;
  if (place === 'book') market.book.add(order);
  else market.triggers.add(order);
}

/** Takes an order out of the queue it stands in, if any, and off the list of due ones. */
export function stepOut(exchange: Exchange, market: Market, order: Order): void {
  if (order.place === 'book') market.book.remove(order);
  else if (order.place === 'waiting') market.triggers.remove(order);
  leaveDue(exchange, market, order);
  order.place = 'taking';
}

export function leaveDue(exchange: Exchange, market: Market, order: Order): void {
  if (exchange.dueCount > 0 && market.due.delete(order)) exchange.dueCount -= 1;
}
