import { isPositiveInteger } from '@emporion/kernel';
import { type Objection, object, type RejectionCode } from '#exchange/rejection.ts';
import type { Side } from '#matching/order.ts';
import type { Account } from '#state/account.ts';
import type { Exchange } from '#state/exchange.ts';
import type { Market } from '#state/market.ts';
import { dayOf } from './open-orders.ts';

/** Rejects with order_wrong_quantity, order_bad_quantity, order_size_too_small, order_size_too_large. */
export function checkQuantity({ rules }: Market, quantity: unknown): Objection {
  if (!isPositiveInteger(quantity)) return object('order_wrong_quantity');
  if (quantity % rules.lot !== 0) return object('order_bad_quantity', { lot: rules.lot });
  if (quantity < rules.minimumQuantity)
    return object('order_size_too_small', { minimum: rules.minimumQuantity });
  if (quantity > rules.maximumQuantity)
    return object('order_size_too_large', { maximum: rules.maximumQuantity });
  return null;
}

/** Rejects with the code for a price that is no price, and with invalid_order_price for one between two ticks. */
export function checkPriceForm({ rules }: Market, price: unknown, wrong: RejectionCode): Objection {
  if (!isPositiveInteger(price)) return object(wrong);
  if (price % rules.tick !== 0) return object('invalid_order_price', { tick: rules.tick });
  return null;
}

/** Rejects with order_small_quantity, order_cost_limit. */
export function checkCost(market: Market, price: number, quantity: number): Objection {
  if (market.units.isDust(price, quantity)) return object('order_small_quantity');
  return checkAmountOfCost(market, market.units.quoteDown(price, quantity));
}

/** Rejects with order_cost_limit. */
export function checkAmountOfCost({ rules }: Market, cost: bigint): Objection {
  if (cost >= rules.minimumCost && cost <= rules.maximumCost) return null;
  return object('order_cost_limit', { minimum: `${rules.minimumCost}`, maximum: `${rules.maximumCost}` });
}

/** A stop must not be reached already. Rejects with price_too_low (a buy), price_too_high (a sell), for the reason stop_reached. */
export function checkStopAhead({ lastPrice }: Market, side: Side, stopPrice: number): Objection {
  if (lastPrice === 0) return null;
  const reason = 'stop_reached';
  if (side === 'buy' && stopPrice <= lastPrice)
    return object('price_too_low', { reason, minimum: lastPrice + 1 });
  if (side === 'sell' && stopPrice >= lastPrice)
    return object('price_too_high', { reason, maximum: lastPrice - 1 });
  return null;
}

/** How many orders an account wants to add, and how they are called. */
export interface NewOrders {
  readonly count: number;
  /** How many of them may stay open: an order that only takes never does. */
  readonly staying: number;
  readonly clientOrderId: string | undefined;
  readonly at: number;
}

/** Rejects with daily_limit_exceeded, order_too_many_open, duplicate_transaction. */
export function checkAccountLimits(
  exchange: Exchange,
  account: Account,
  market: Market,
  orders: NewOrders,
): Objection {
  const limits = account.limits ? { ...exchange.limits, ...account.limits } : exchange.limits;
  const { count, staying, clientOrderId, at } = orders;
  const placedToday = account.orderDay === dayOf(at) ? account.ordersOfDay : 0;
  if (placedToday + count > limits.ordersPerDayMax) {
    return object('daily_limit_exceeded', { maximum: limits.ordersPerDayMax });
  }
  const open = account.openOrderCount + staying;
  if (staying > 0 && open > limits.openOrdersPerAccountMax) {
    return object('order_too_many_open', { maximum: limits.openOrdersPerAccountMax });
  }
  // Counting is only worth while for an account that has enough orders in all markets together.
  const mayExceed = staying > 0 && open > limits.openOrdersPerMarketMax;
  if (mayExceed && account.countOrdersIn(market.code) + staying > limits.openOrdersPerMarketMax) {
    return object('order_too_many_open', { maximum: limits.openOrdersPerMarketMax });
  }
  if (clientOrderId !== undefined && account.ordersByClientId.has(clientOrderId)) {
    return object('duplicate_transaction', { clientOrderId });
  }
  return null;
}
