import type { CloseReason, Conditions, OrderAmended, OrderPlaced, TrailingStopsMoved } from '@emporion/core';
import type { Changes, Moment } from './changes.ts';
import type { ProjectedOrder, ProjectionState } from './state.ts';

export function placeOrder(
  state: ProjectionState,
  changes: Changes,
  { order: terms, place }: OrderPlaced,
): void {
  const { id, account, market, side, type, quantity, remaining, price, held, timeInForce, postOnly } = terms;
  const order: ProjectedOrder = {
    id,
    account,
    market,
    side,
    type,
    state: 'active',
    waiting: place === 'waiting',
    reason: null,
    quantity,
    remaining,
    filled: 0,
    price,
    total: 0n,
    fee: 0n,
    budget: quantity === 0 ? held : null,
    held,
    ...columnsOf(terms.conditions),
    timeInForce,
    postOnly,
    selfTrade: terms.selfTrade,
    clientOrderId: terms.clientOrderId,
    linkedTo: terms.linkedTo === 0 ? null : terms.linkedTo,
    placedAt: terms.placedAt,
    updatedAt: terms.placedAt,
  };
  state.orders.set(id, order);
  changes.place(order);
}

/** A field that the type of order does not have is zero in the event, and nothing in the table. */
function columnsOf(conditions: Conditions | null) {
  const known = (value: number | undefined) => value || null;
  const pegged = conditions !== null && conditions.maximumPrice > 0;
  return {
    stopPrice: known(conditions?.stopPrice),
    trail: known(conditions?.trail),
    // Zero percent is the reference price itself.
    percent: pegged ? conditions.percent : null,
    minimumPrice: known(conditions?.minimumPrice),
    maximumPrice: known(conditions?.maximumPrice),
  };
}

/** Writes new values into an open order. */
export function changeOrder(
  state: ProjectionState,
  changes: Changes,
  { orderId, at }: { orderId: number; at: number },
  values: Partial<ProjectedOrder>,
): void {
  const order = Object.assign(state.order(orderId), values);
  order.updatedAt = at;
  changes.openOrders.add(order);
}

export function amendOrder(
  state: ProjectionState,
  changes: Changes,
  event: OrderAmended,
  { at }: Moment,
): void {
  const { orderId, quantity, remaining, price, held, conditions, place } = event;
  const waiting = place === 'waiting';
  changeOrder(
    state,
    changes,
    { orderId, at },
    { quantity, remaining, price, held, waiting, ...columnsOf(conditions) },
  );
}

export function moveTrailingStops(
  state: ProjectionState,
  changes: Changes,
  { moves }: TrailingStopsMoved,
  { at }: Moment,
): void {
  for (const { orderId, stopPrice } of moves) changeOrder(state, changes, { orderId, at }, { stopPrice });
}

export function closeOrder(
  state: ProjectionState,
  changes: Changes,
  order: ProjectedOrder,
  { reason, at }: { reason: CloseReason; at: number },
): void {
  order.state = reason === 'filled' ? 'done' : 'canceled';
  order.reason = reason;
  order.waiting = false;
  order.held = 0n;
  order.updatedAt = at;
  state.orders.delete(order.id);
  changes.close(order);
}
