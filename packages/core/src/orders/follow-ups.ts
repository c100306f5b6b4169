import type { ExchangeEvent, OrdersDue, TradeExecuted, TrailingStopsMoved } from '#exchange/events.ts';
import { moveWithin } from '#ledger/posting.ts';
import { fillsWhole, match } from '#matching/matcher.ts';
import type { Order } from '#matching/order.ts';
import type { Exchange } from '#state/exchange.ts';
import type { Market } from '#state/market.ts';
import { peggedPrice } from '#triggers/pegged-price.ts';
import { isCloser, trailingStopPrice } from '#triggers/trailing-stop.ts';
import { holdOf, protectedPrice } from './order-terms.ts';
import { bandAfter } from './price-band.ts';
import { closeOrder, closeSibling, take, workingCopy } from './take.ts';

const nothing: readonly ExchangeEvent[] = [];

/**
 * What the trade at this place of the events means for its market: the band may move, trailing stops follow it, and those whose price it
 * reaches are due.
 */
export function reachedBy(
  exchange: Exchange,
  events: readonly ExchangeEvent[],
  index: number,
): readonly ExchangeEvent[] {
  const trade = events[index] as TradeExecuted;
  const { market: code, price } = trade;
  const market = exchange.market(code);
  const reached = market.triggers.isReached(price);
  const follows = market.trailing.size > 0 && !isAmidSweep(events, index);
  const band = bandAfter(market, trade);
  if (!reached && !follows && !band) return nothing;
  const consequences: ExchangeEvent[] = band ? [band] : [];
  const moved = follows ? movedTrailingStops(market, price) : null;
  if (moved && moved.moves.length > 0) consequences.push(moved);
  // A trailing stop that moved stays short of this price, so it is not among those reached.
  if (reached)
    consequences.push({ kind: 'OrdersDue', market: code, orderIds: market.triggers.reached(price) });
  return consequences;
}

/**
 * Whether the same order trades right before and right after. The prices of one taker only rise or only fall, so its first trade and its last
 * move every trailing stop to where all of them would; following each would cost a sweep of a thousand trades a million moves.
 */
function isAmidSweep(events: readonly ExchangeEvent[], index: number): boolean {
  const { takerOrderId } = events[index] as TradeExecuted;
  return (
    tradeBeside(events, index, -1)?.takerOrderId === takerOrderId &&
    tradeBeside(events, index, 1)?.takerOrderId === takerOrderId
  );
}

function tradeBeside(
  events: readonly ExchangeEvent[],
  index: number,
  step: 1 | -1,
): TradeExecuted | undefined {
  for (let beside = index + step; ; beside += step) {
    const event = events[beside];
    if (!event || event.kind === 'TradeExecuted') return event;
  }
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

/** The order to deal with next: the one that has been due longest in any open market. Those of other markets wait until theirs opens. */
export function nextDue(exchange: Exchange): Order | undefined {
  let next: Order | undefined;
  let nextPlace = Number.POSITIVE_INFINITY;
  for (const { state, due } of exchange.markets.values()) {
    if (state !== 'open') continue;
    for (const [order, place] of due) {
      if (place < nextPlace) [next, nextPlace] = [order, place];
      break;
    }
  }
  return next;
}

/** Whether a command would find due orders to deal with. Whoever drives the exchange then sends `DealWithDueOrders`, until there are none. */
export function hasDueOrders(exchange: Exchange): boolean {
  return exchange.dueCount > 0 && nextDue(exchange) !== undefined;
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
  const cannotFill = order.timeInForce === 'fok' && !fillsWhole(found);
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
