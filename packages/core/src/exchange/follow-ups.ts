import { moveWithin } from '#ledger/posting.ts';
import { match } from '#matching/matcher.ts';
import type { Order } from '#matching/order.ts';
import { peggedPrice } from '#triggers/pegged-price.ts';
import { isCloser, trailingStopPrice } from '#triggers/trailing-stop.ts';
import type { ExchangeEvent, OrdersDue, TradeExecuted, TrailingStopsMoved } from './events.ts';
import type { Exchange } from './exchange.ts';
import { holdOf } from './holds.ts';
import type { Market } from './market.ts';
import { protectedPrice } from './protected-price.ts';
import { closeOrder, closeSibling, take, workingCopy } from './take.ts';

const nothing: readonly ExchangeEvent[] = [];

/** What a trade means for the stops of its market: trailing ones follow it, and those whose price it reaches are due. */
export function reachedBy(
  exchange: Exchange,
  { market: code, price }: TradeExecuted,
): readonly ExchangeEvent[] {
  const market = exchange.market(code);
  const reached = market.triggers.isReached(price);
  if (!reached && market.trailing.size === 0) return nothing;
  const events: ExchangeEvent[] = [];
  const moved = movedTrailingStops(market, price);
  if (moved.moves.length > 0) events.push(moved);
  // A trailing stop that moved stays short of this price, so it is not among those reached.
  if (reached) events.push({ kind: 'OrdersDue', market: code, orderIds: market.triggers.reached(price) });
  return events;
}

function movedTrailingStops(market: Market, price: number): TrailingStopsMoved {
  const moves: { orderId: number; stopPrice: number }[] = [];
  for (const { id, side, place, conditions } of market.trailing) {
    if (place !== 'waiting' || !conditions) continue;
    const to = trailingStopPrice({ side, trail: conditions.trail, price });
    if (isCloser({ side, from: conditions.stopPrice, to })) moves.push({ orderId: id, stopPrice: to });
  }
  return { kind: 'TrailingStopsMoved', market: market.code, moves };
}

/** The pegged orders whose price is another one at this reference price, the oldest first. */
export function repegged(market: Market, referencePrice: number): OrdersDue | null {
  const orderIds: number[] = [];
  for (const { id, side, price, conditions } of market.pegged) {
    if (!conditions) continue;
    if (peggedPrice(conditions, { side, referencePrice, tick: market.rules.tick }) !== price)
      orderIds.push(id);
  }
  return orderIds.length === 0 ? null : { kind: 'OrdersDue', market: market.code, orderIds };
}

/** The order to deal with next: the first of the first market that is open. Others wait until theirs opens. */
export function nextDue(exchange: Exchange): Order | undefined {
  if (exchange.dueCount === 0) return undefined;
  for (const market of exchange.markets.values()) {
    if (market.state !== 'open') continue;
    for (const order of market.due) return order;
  }
  return undefined;
}

export function decideDue(exchange: Exchange, order: Order, at: number): readonly ExchangeEvent[] {
  const market = exchange.market(order.market);
  return order.type === 'pegged'
    ? repriceOrder(exchange, market, order, at)
    : fireOrder(exchange, market, order, at);
}

function repriceOrder(
  exchange: Exchange,
  market: Market,
  order: Order,
  at: number,
): readonly ExchangeEvent[] {
  const { id: orderId, side, conditions } = order;
  const { referencePrice, rules, units } = market;
  const price = conditions
    ? peggedPrice(conditions, { side, referencePrice, tick: rules.tick })
    : order.price;
  if (price === order.price) return [{ kind: 'OrderRepriced', orderId, price, place: 'kept' }];
  if (units.isDust(price, order.remaining)) return closeOrder(exchange, market, order, 'dust');
  const taker = workingCopy(order);
  taker.price = price;
  const found = match(market, taker, exchange.limits.fillsPerOrderMax);
  if (found.end === 'no_match' && found.fills.length === 0 && found.ownOrders.length === 0) {
    return [{ kind: 'OrderRepriced', orderId, price, place: 'book' }];
  }
  return [
    { kind: 'OrderRepriced', orderId, price, place: 'taking' },
    ...take(exchange, { market, order: taker, found, at }),
  ];
}

/** A stop becomes a market order, a stop-limit a limit order. The other order of its pair goes first and gives its hold back. */
function fireOrder(exchange: Exchange, market: Market, order: Order, at: number): readonly ExchangeEvent[] {
  const { id: orderId, account } = order;
  const held = order.quantity === 0 ? order.held : holdOf(market, order, order.remaining);
  const taker = workingCopy(order);
  taker.held = held;
  taker.price = order.type === 'stop_limit' ? order.price : protectedPrice(market, order);
  const found = match(market, taker, exchange.limits.fillsPerOrderMax);
  const cannotFill = order.timeInForce === 'fok' && found.end !== 'filled' && found.end !== 'budget_spent';
  const coin = order.side === 'buy' ? market.quote : market.base;
  const amount = held - order.held;
  return [
    ...closeSibling(exchange, market, order),
    {
      kind: 'OrderFired',
      orderId,
      held,
      postings: moveWithin({ account, coin, from: 'available', to: 'orders', amount }),
    },
    ...take(exchange, {
      market,
      order: taker,
      found: cannotFill ? { fills: [], ownOrders: [], end: 'no_match' } : found,
      at,
    }),
  ];
}
