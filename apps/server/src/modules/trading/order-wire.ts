import { type Order, orderTypes } from '@emporion/contracts/rest';
import { formatDecimal, powerOfTen } from '@emporion/kernel';
import type { OrderRecord } from './history/orders.ts';
import { type MarketUnits, showPercent } from './units.ts';

/** An order as its owner reads it. */
export function orderOnWire(order: OrderRecord, market: MarketUnits): Order {
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
    linked_to: order.linkedTo === null ? null : String(order.linkedTo),
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

export function statusOf({ state, waiting, filled }: OrderRecord): Order['status'] {
  if (state !== 'active') return state === 'done' ? 'filled' : 'cancelled';
  if (waiting) return 'pending';
  return filled > 0 ? 'partially_filled' : 'open';
}

/** Each fill is rounded by less than one unit of the quote coin; a worse average than the limit price by no more than a few of these is no worse average. */
const roundingUnitsMax = 10n;

/**
 * What was paid or received for one, to the nearest unit of price. It may well be beyond the limit price: the order may have been amended since, or followed
 * the reference price.
 */
function averagePrice(
  { total, filled, side, price }: OrderRecord,
  { definition }: MarketUnits,
): string | null {
  // A total that nobody knows yet is nothing.
  if (filled === 0 || total === 0n) return null;
  const { priceDecimals, quantityDecimals, quoteDecimals } = definition;
  const scale = powerOfTen(priceDecimals + quantityDecimals);
  const per = BigInt(filled) * powerOfTen(quoteDecimals);
  const average = (total * scale * 2n + per) / (per * 2n);
  const limit = BigInt(price);
  const worse = side === 'buy' ? total * scale - limit * per : limit * per - total * scale;
  const byRounding = price > 0 && worse > 0n && worse <= roundingUnitsMax * scale;
  return formatDecimal(byRounding ? limit : average, priceDecimals);
}
