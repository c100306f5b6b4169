import { type Order, orderTypes } from '@emporion/contracts/rest';
import type { CloseReason } from '@emporion/core';
import { formatDecimal } from '@emporion/kernel';
import type { OrderRecord } from './history/orders.ts';
import type { LiveExchange } from './live/live-exchange.ts';
import { type MarketUnits, showPercent } from './units.ts';

/** An order as its owner reads it. */
export function orderOnWire(order: OrderRecord, live: LiveExchange): Order {
  const market = live.market(order.market);
  const price = (units: number | null) => (units ? market.showPrice(units) : null);
  const { id, type, side, filled, remaining, budget, percent } = order;
  const byBudget = budget !== null;
  return {
    id: String(id),
    pair: order.market,
    type: orderTypes[type],
    operation: side,
    quantity: market.showQuantity(byBudget ? filled : order.quantity),
    filled: market.showQuantity(filled),
    remaining: market.showQuantity(remaining),
    // The worst price that the core gave a market order is the house's protection, not the trader's wish.
    price: type === 'market' ? null : price(order.price),
    average_price: averagePrice(order, market),
    total: market.showQuote(order.total),
    budget: byBudget ? market.showQuote(budget) : null,
    stop_price: price(order.stopPrice),
    limit_price: type === 'stop_limit' ? price(order.price) : null,
    trail: price(order.trail),
    percent: percent === null ? null : showPercent(percent),
    min_price: price(order.minimumPrice),
    max_price: price(order.maximumPrice),
    fee: side === 'buy' ? market.showBase(order.fee) : market.showQuote(order.fee),
    fee_coin: side === 'buy' ? market.base : market.quote,
    status: statusOf(order),
    reason: order.state === 'canceled' ? order.reason : null,
    time_in_force: order.timeInForce,
    post_only: order.postOnly,
    client_order_id: order.clientOrderId,
    linked_to: linkOf(order, live),
    time: momentOnWire(order.placedAt),
    updated: Math.floor(order.updatedAt / 1_000),
  };
}

/** Orders of one moment come together, so the last text is often the next. */
let lastMoment = { ms: 0, text: new Date(0).toISOString() };

function momentOnWire(ms: number): string {
  if (ms !== lastMoment.ms) lastMoment = { ms, text: new Date(ms).toISOString() };
  return lastMoment.text;
}

export function statusOf(order: OrderRecord): Order['status'] {
  const { state, waiting, filled } = order;
  if (state === 'done') return 'filled';
  if (state === 'canceled') return isRejected(order) ? 'rejected' : 'cancelled';
  if (waiting) return 'pending';
  return filled > 0 ? 'partially_filled' : 'open';
}

/** Why an order that had fired was closed at once. */
const refusedWhenFired: ReadonlySet<CloseReason | null> = new Set([
  'unfilled',
  'dust',
  'too_many_fills',
] as const);

/**
 * A stop that was accepted, waited, fired, and of which nothing could be carried out: the exchange refused it when its time had come. A stop-limit that met an order
 * of its owner's may have rested on the book before, so that one is cancelled.
 */
function isRejected({ type, filled, reason }: OrderRecord): boolean {
  if (filled > 0 || (type !== 'stop' && type !== 'stop_limit' && type !== 'trailing_stop')) return false;
  return refusedWhenFired.has(reason) || (reason === 'self_trade' && type !== 'stop_limit');
}

/** The other order of a pair. An order that goes on without it, half-filled or fired, is an order like any other. */
function linkOf({ state, linkedTo }: OrderRecord, { orders }: LiveExchange): string | null {
  if (linkedTo === null || (state === 'active' && !orders.isOpen(linkedTo))) return null;
  return String(linkedTo);
}

/**
 * The price of what was filled, to the nearest unit of price; exactly that of a single fill. It may well be beyond the limit price: the order may have been
 * amended since, or followed the reference price.
 */
function averagePrice({ notional, filled }: OrderRecord, { definition }: MarketUnits): string | null {
  // What nobody knows yet is nothing.
  if (notional === 0n) return null;
  const quantity = BigInt(filled);
  return formatDecimal((notional * 2n + quantity) / (quantity * 2n), definition.priceDecimals);
}
