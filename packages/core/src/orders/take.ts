import type { CloseReason, ExchangeEvent, OrderClosed } from '#exchange/events.ts';
import { moveWithin } from '#ledger/posting.ts';
import type { Match } from '#matching/matcher.ts';
import { Order, type OrderTerms } from '#matching/order.ts';
import type { Exchange } from '#state/exchange.ts';
import type { Market } from '#state/market.ts';
import { settleFill } from './settle.ts';

/** A copy that can be worked on while the order itself stays as the state has it. */
export function workingCopy(order: OrderTerms): Order {
  return new Order(order);
}

/** What an order is called in the events that close it. */
type Standing = Pick<OrderTerms, 'id' | 'account' | 'side'>;

export interface Taking {
  readonly market: Market;
  /** A working copy of the order, which by now is in place `taking`. */
  readonly order: Order;
  readonly found: Match;
  readonly at: number;
  /** Trades of the same command that were decided before and are not applied yet. */
  readonly tradesBefore?: number;
}

/** The events of an order that takes: its trades, what they close, and what becomes of the rest. */
export function take(exchange: Exchange, taking: Taking): ExchangeEvent[] {
  const { market, order, found, at, tradesBefore = 0 } = taking;
  const events: ExchangeEvent[] = [];
  let tradeId = exchange.lastTradeId + tradesBefore;
  for (const fill of found.fills) {
    tradeId += 1;
    const trade = settleFill(exchange, fill, { market, taker: order, tradeId, executedAt: at });
    events.push(trade);
    const { maker } = fill;
    if (maker.linkedTo !== 0) events.push(...closeSibling(exchange, market, maker));
    if (trade.makerRemaining > 0 && market.units.isDust(maker.price, trade.makerRemaining)) {
      events.push(
        closed(market, maker, { reason: 'dust', remaining: trade.makerRemaining, held: trade.makerHeld }),
      );
    }
  }
  for (const own of found.ownOrders) events.push(...closeOrder(exchange, market, own, 'self_trade'));
  if (order.remaining > 0 || order.quantity === 0) events.push(endOfTaking(market, order, found));
  return events;
}

/** The rest goes on the book if the order may rest and nothing it could still trade with stands there. */
function endOfTaking(market: Market, order: Order, { end }: Match): ExchangeEvent {
  const { remaining, held } = order;
  const rest = (reason: CloseReason) => closed(market, order, { reason, remaining, held });
  if (end === 'self_trade' || end === 'too_many_fills' || end === 'dust') return rest(end);
  if (!mayRest(order)) return rest(end === 'budget_spent' ? 'filled' : 'unfilled');
  if (market.units.isDust(order.price, remaining)) return rest('dust');
  return { kind: 'OrderRested', orderId: order.id };
}

export function mayRest(order: Pick<OrderTerms, 'type' | 'timeInForce'>): boolean {
  if (order.type === 'market' || order.type === 'stop' || order.type === 'trailing_stop') return false;
  return order.timeInForce === 'gtc';
}

/** Closes an order that stands somewhere, and the other one of its pair. */
export function closeOrder(
  exchange: Exchange,
  market: Market,
  order: Order,
  reason: CloseReason,
): OrderClosed[] {
  const own = closed(market, order, { reason, remaining: order.remaining, held: order.held });
  return order.linkedTo === 0 ? [own] : [own, ...closeSibling(exchange, market, order)];
}

export function closeSibling(exchange: Exchange, market: Market, order: Order): OrderClosed[] {
  if (order.linkedTo === 0) return [];
  const sibling = exchange.order(order.linkedTo);
  return [closed(market, sibling, { reason: 'linked', remaining: sibling.remaining, held: sibling.held })];
}

interface Closing {
  readonly reason: CloseReason;
  readonly remaining: number;
  readonly held: bigint;
}

function closed(market: Market, order: Standing, { reason, remaining, held }: Closing): OrderClosed {
  return {
    kind: 'OrderClosed',
    orderId: order.id,
    reason,
    remaining,
    postings: moveWithin({
      account: order.account,
      coin: order.side === 'buy' ? market.quote : market.base,
      from: 'orders',
      to: 'available',
      amount: held,
    }),
  };
}
