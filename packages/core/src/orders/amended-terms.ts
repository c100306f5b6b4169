import { fail, succeed } from '@emporion/kernel';
import type { AmendOrder, PlaceOrder } from '#commands/commands.ts';
import type { Decision } from '#exchange/rejection.ts';
import type { Order } from '#matching/order.ts';
import type { Market } from '#state/market.ts';
import { checkCost, checkQuantity } from './order-checks.ts';
import { type DraftTerms, draftTerms, noConditions } from './order-terms.ts';

/** What the changes come to, once they have been checked as those of a new order. Rejects with what `draftTerms` names. */
export function amendedTerms(market: Market, order: Order, command: AmendOrder): Decision<DraftTerms> {
  return order.type === 'trailing_stop'
    ? resizedTerms(market, order, command)
    : draftTerms(market, asPlacement(order, command));
}

/** A trailing stop can only change its quantity. It stays where it has come to, which is not where a new one would begin. */
function resizedTerms(market: Market, order: Order, command: AmendOrder): Decision<DraftTerms> {
  const { quantity = order.quantity } = command;
  const { price, holdPrice, conditions } = order;
  const objection =
    checkQuantity(market, quantity) ?? checkCost(market, price || stopPriceOf(order), quantity);
  return objection ? fail(objection) : succeed({ quantity, budget: null, price, holdPrice, conditions });
}

/** The order as it would be placed with the changes. */
function asPlacement(order: Order, command: AmendOrder): PlaceOrder {
  const { side, account, market, type, conditions } = order;
  const { key, acceptedAt } = command;
  const base = { kind: 'PlaceOrder', key, acceptedAt, account, market, side } as const;
  const before = conditions ?? noConditions;
  const { quantity = order.quantity, price = order.price, limitPrice = order.price } = command;
  const { stopPrice = before.stopPrice, percent = before.percent } = command;
  const { minimumPrice = before.minimumPrice, maximumPrice = before.maximumPrice } = command;
  if (type === 'pegged') return { ...base, type, quantity, percent, minimumPrice, maximumPrice };
  if (type === 'stop') {
    const size = order.quantity === 0 ? { budget: order.held } : { quantity };
    const worst = order.price === 0 ? {} : { worstPrice: order.price };
    return { ...base, type, ...size, ...worst, stopPrice };
  }
  if (type !== 'stop_limit') return { ...base, type: 'limit', quantity, price };
  if (order.place === 'waiting') return { ...base, type, quantity, stopPrice, limitPrice };
  return { ...base, type: 'limit', quantity, price: limitPrice };
}

export function stopPriceOf({ conditions }: Pick<DraftTerms, 'conditions'>): number {
  return conditions?.stopPrice ?? 0;
}
