import type { Conditions, Order, OrderTerms } from '@emporion/core';
import type { OrderRecord } from '#runtime/projections/history/orders.ts';

/** An order as the history will have it, which goes on changing here. */
export type LiveOrder = { -readonly [Field in keyof OrderRecord]: OrderRecord[Field] };

export function recordOfTerms(terms: OrderTerms, waiting: boolean): LiveOrder {
  return recordOf(terms, { filled: 0, budget: terms.quantity === 0 ? terms.held : null, waiting });
}

/** An order that is open in the core already. What its fills came to, the core does not know. */
export function recordOfOrder(order: Order): LiveOrder {
  const byBudget = order.quantity === 0;
  return recordOf(order, {
    filled: byBudget ? 0 : order.quantity - order.remaining,
    // A buy by budget that is open still waits for its stop price, so nothing of it is spent.
    budget: byBudget ? order.held : null,
    waiting: order.place === 'waiting' || order.place === 'due',
  });
}

/** Field by field, because it is made of every order while somebody waits for it. */
function recordOf(
  order: Order | OrderTerms,
  { filled, budget, waiting }: Pick<LiveOrder, 'filled' | 'budget' | 'waiting'>,
): LiveOrder {
  const { stopPrice, trail, percent, minimumPrice, maximumPrice } = conditionColumns(order.conditions);
  return {
    id: order.id,
    account: order.account,
    market: order.market,
    side: order.side,
    type: order.type,
    state: 'active',
    waiting,
    reason: null,
    quantity: order.quantity,
    remaining: order.remaining,
    filled,
    price: order.price,
    total: 0n,
    fee: 0n,
    budget,
    held: order.held,
    stopPrice,
    trail,
    percent,
    minimumPrice,
    maximumPrice,
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    selfTrade: order.selfTrade,
    clientOrderId: order.clientOrderId,
    linkedTo: order.linkedTo === 0 ? null : order.linkedTo,
    placedAt: order.placedAt,
    updatedAt: order.placedAt,
  };
}

const noConditions = { stopPrice: null, trail: null, percent: null, minimumPrice: null, maximumPrice: null };

/** A field that the type of order does not have is zero in the core, and nothing here. */
export function conditionColumns(conditions: Conditions | null): Pick<LiveOrder, keyof typeof noConditions> {
  if (conditions === null) return noConditions;
  const { stopPrice, trail, percent, minimumPrice, maximumPrice } = conditions;
  return {
    stopPrice: stopPrice || null,
    trail: trail || null,
    // Zero percent is the reference price itself.
    percent: maximumPrice > 0 ? percent : null,
    minimumPrice: minimumPrice || null,
    maximumPrice: maximumPrice || null,
  };
}
