import { invariant } from '@emporion/kernel';
import type {
  BandMoved,
  CloseReason,
  OrderAmended,
  OrderEvent,
  OrderPlaced,
  OrderRepriced,
  OrdersDue,
  TradeExecuted,
  TrailingStopsMoved,
} from '#exchange/events.ts';
import { Order } from '#matching/order.ts';
import type { Exchange } from '#state/exchange.ts';
import type { Market } from '#state/market.ts';
import { leaveDue, registerOrder, standIn, stepOut, unregisterOrder } from './open-orders.ts';
import { countForBand } from './price-band.ts';

export function evolveOrders(exchange: Exchange, event: OrderEvent): void {
  switch (event.kind) {
    case 'OrderPlaced':
      place(exchange, event);
      return;
    case 'TradeExecuted':
      trade(exchange, event);
      return;
    case 'OrderRested': {
      const order = exchange.order(event.orderId);
      standIn(exchange, exchange.market(order.market), order, 'book');
      return;
    }
    case 'OrderClosed':
      exchange.ledger.post(event.postings);
      close(exchange, exchange.order(event.orderId), event.reason);
      return;
    case 'OrderReduced': {
      const order = exchange.order(event.orderId);
      exchange.ledger.post(event.postings);
      order.quantity = event.quantity;
      order.remaining = event.remaining;
      order.held = event.held;
      return;
    }
    case 'OrderAmended':
      amend(exchange, event);
      return;
    case 'OrdersDue':
      markDue(exchange, event);
      return;
    case 'OrderFired': {
      const order = exchange.order(event.orderId);
      exchange.ledger.post(event.postings);
      stepOut(exchange, exchange.market(order.market), order);
      order.held = event.held;
      return;
    }
    case 'OrderRepriced':
      reprice(exchange, event);
      return;
    case 'TrailingStopsMoved':
      moveTrailingStops(exchange, event);
      return;
    case 'BandMoved':
      moveBand(exchange.market(event.market), event);
      return;
  }
}

function place(exchange: Exchange, { order: terms, place: where, postings }: OrderPlaced): void {
  exchange.ledger.post(postings);
  const order = new Order(terms);
  exchange.lastOrderId = order.id;
  const market = exchange.market(order.market);
  registerOrder(exchange, market, order);
  if (where !== 'taking') standIn(exchange, market, order, where);
}

function trade(exchange: Exchange, event: TradeExecuted): void {
  exchange.ledger.post(event.postings);
  exchange.lastTradeId = event.tradeId;
  const market = exchange.market(event.market);
  market.lastPrice = event.price;
  countForBand(market, event.price, event.quantity);

  const maker = exchange.order(event.makerOrderId);
  maker.remaining = event.makerRemaining;
  maker.held = event.makerHeld;
  if (maker.remaining === 0) close(exchange, maker, 'filled');

  const taker = exchange.order(event.takerOrderId);
  taker.remaining = event.takerRemaining;
  taker.held = event.takerHeld;
  // A buy by budget has no quantity that could be used up: an event of its own closes it.
  if (taker.remaining === 0 && taker.quantity > 0) close(exchange, taker, 'filled');
}

function close(exchange: Exchange, order: Order, reason: CloseReason): void {
  const market = exchange.market(order.market);
  stepOut(exchange, market, order);
  unregisterOrder(exchange, market, order);
  if (order.linkedTo !== 0) exchange.order(order.linkedTo).linkedTo = 0;
  exchange.closedOrders.add(order.id, order.account, reason);
}

function amend(exchange: Exchange, event: OrderAmended): void {
  const order = exchange.order(event.orderId);
  const market = exchange.market(order.market);
  exchange.ledger.post(event.postings);
  stepOut(exchange, market, order);
  order.quantity = event.quantity;
  order.remaining = event.remaining;
  order.price = event.price;
  order.holdPrice = event.holdPrice;
  order.held = event.held;
  order.conditions = event.conditions;
  if (event.place !== 'taking') standIn(exchange, market, order, event.place);
}

function markDue(exchange: Exchange, { market: code, orderIds }: OrdersDue): void {
  const market = exchange.market(code);
  for (const id of orderIds) {
    const order = exchange.order(id);
    // A pegged order stays on the book until it is repriced; a stop leaves its line, so that it fires once.
    if (order.place === 'waiting') {
      market.triggers.remove(order);
      order.place = 'due';
    }
    if (market.due.has(order)) continue;
    exchange.lastPriority += 1;
    market.due.set(order, exchange.lastPriority);
    exchange.dueCount += 1;
  }
}

function reprice(exchange: Exchange, { orderId, price, place: where }: OrderRepriced): void {
  const order = exchange.order(orderId);
  const market = exchange.market(order.market);
  if (where === 'kept') {
    leaveDue(exchange, market, order);
    return;
  }
  stepOut(exchange, market, order);
  order.price = price;
  if (where === 'book') standIn(exchange, market, order, where);
}

function moveTrailingStops(exchange: Exchange, { market: code, moves }: TrailingStopsMoved): void {
  const market: Market = exchange.market(code);
  for (const { orderId, stopPrice } of moves) {
    const order = exchange.order(orderId);
    invariant(order.conditions, 'A trailing stop has lost its conditions.');
    stepOut(exchange, market, order);
    order.conditions = { ...order.conditions, stopPrice };
    standIn(exchange, market, order, 'waiting');
  }
}

/** What was counted for this move is not counted for the next. */
function moveBand(market: Market, { price, movedAt }: BandMoved): void {
  market.bandPrice = price;
  market.bandMovedAt = movedAt;
  market.volumeAbove = 0;
  market.volumeBelow = 0;
}
