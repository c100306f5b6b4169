import type {
  CloseReason,
  Conditions,
  ExchangeEvent,
  Order,
  OrderTerms,
  TradeExecuted,
} from '@emporion/core';
import { type TradeSide, tradeSides } from '#runtime/followers/index.ts';
import type { OrderRecord } from './history/orders.ts';

/** An order's record while events still change it. */
export type OrderDraft = { -readonly [Field in keyof OrderRecord]: OrderRecord[Field] };

/** Whoever keeps the records of open orders: the live view in memory, and the projection into SQL. */
export interface OrderKeeper {
  /** Undefined for an order that it does not keep, which is then left alone. */
  find(id: number): OrderDraft | undefined;
  /** The coin that a market's prices are in. */
  quoteOf(market: string): string;
  placed(order: OrderDraft): void;
  changed(order: OrderDraft): void;
  /** Called once, as its last change. */
  closed(order: OrderDraft): void;
  /** Before the orders of a trade change. */
  traded?(event: TradeExecuted, sides: readonly TradeSide[]): void;
}

/**
 * What an event means for the records of orders. It is the only place that says so, so that an order reads the same before and after a restart. `at` is
 * when the command of the event was accepted. Events that change no order are passed over.
 */
export function foldOrder(keeper: OrderKeeper, event: ExchangeEvent, at: number): void {
  switch (event.kind) {
    case 'OrderPlaced':
      keeper.placed(recordOfTerms(event.order, event.place === 'waiting'));
      return;
    case 'TradeExecuted':
      trade(keeper, event, at);
      return;
    case 'OrderClosed': {
      const order = keeper.find(event.orderId);
      if (!order) return;
      order.remaining = event.remaining;
      close(keeper, order, { reason: event.reason, at });
      return;
    }
    case 'OrderReduced': {
      const { quantity, remaining, held } = event;
      change(keeper, event.orderId, at, { quantity, remaining, held });
      return;
    }
    case 'OrderAmended': {
      const { quantity, remaining, price, held, conditions } = event;
      const waiting = event.place === 'waiting';
      const values = { quantity, remaining, price, held, waiting, ...conditionColumns(conditions) };
      change(keeper, event.orderId, at, values);
      return;
    }
    case 'OrderFired':
      change(keeper, event.orderId, at, { held: event.held, waiting: false });
      return;
    case 'OrderRepriced':
      // Whose price is the old one has not changed.
      if (event.place !== 'kept') change(keeper, event.orderId, at, { price: event.price });
      return;
    case 'TrailingStopsMoved':
      for (const { orderId, stopPrice } of event.moves) change(keeper, orderId, at, { stopPrice });
      return;
    default:
  }
}

/** The open orders that an event changes: those which the fold is going to ask for. */
export function ordersChangedBy(event: ExchangeEvent): readonly number[] {
  switch (event.kind) {
    case 'TradeExecuted':
      return [event.makerOrderId, event.takerOrderId];
    case 'OrderRepriced':
      return event.place === 'kept' ? [] : [event.orderId];
    case 'OrderClosed':
    case 'OrderReduced':
    case 'OrderAmended':
    case 'OrderFired':
      return [event.orderId];
    case 'TrailingStopsMoved':
      return event.moves.map(({ orderId }) => orderId);
    default:
      return [];
  }
}

function trade(keeper: OrderKeeper, event: TradeExecuted, at: number): void {
  const sides = tradeSides(event, keeper.quoteOf(event.market));
  keeper.traded?.(event, sides);
  const notional = BigInt(event.price) * BigInt(event.quantity);
  for (const { orderId, remaining, held, total, fee } of sides) {
    const order = keeper.find(orderId);
    if (!order) continue;
    order.filled += event.quantity;
    order.total += total;
    order.notional += notional;
    order.fee += fee;
    order.remaining = remaining;
    order.held = held;
    order.updatedAt = at;
    // A buy by budget has no quantity that could be used up: an event of its own closes it.
    if (remaining === 0 && order.quantity > 0) close(keeper, order, { reason: 'filled', at });
    else keeper.changed(order);
  }
}

function change(keeper: OrderKeeper, id: number, at: number, values: Partial<OrderDraft>): void {
  const order = keeper.find(id);
  if (!order) return;
  Object.assign(order, values);
  order.updatedAt = at;
  keeper.changed(order);
}

function close(
  keeper: OrderKeeper,
  order: OrderDraft,
  { reason, at }: { reason: CloseReason; at: number },
): void {
  order.state = reason === 'filled' ? 'done' : 'canceled';
  order.reason = reason;
  order.waiting = false;
  order.held = 0n;
  order.updatedAt = at;
  keeper.closed(order);
}

function recordOfTerms(terms: OrderTerms, waiting: boolean): OrderDraft {
  return recordOf(terms, { filled: 0, budget: terms.quantity === 0 ? terms.held : null, waiting });
}

/** An order that is open in the core already. What its fills came to, the core does not know. */
export function recordOfOrder(order: Order): OrderDraft {
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
  { filled, budget, waiting }: Pick<OrderDraft, 'filled' | 'budget' | 'waiting'>,
): OrderDraft {
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
    notional: 0n,
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
function conditionColumns(conditions: Conditions | null): Pick<OrderDraft, keyof typeof noConditions> {
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
