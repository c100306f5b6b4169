import type { ExchangeEvent } from '@emporion/core';
import type { MarketUnits, OrderRecord } from '#modules/trading/history/index.ts';
import type { NewNotification } from './keep-notifications.ts';

/** What happened to an order without its owner's doing it. */
export interface OrderNotice {
  readonly kind: 'stop_fired' | 'self_trade' | 'order_filled';
  readonly orderId: number;
}

/** What a notice says of its order. */
export type NoticedOrder = Pick<
  OrderRecord,
  'account' | 'market' | 'side' | 'quantity' | 'filled' | 'price' | 'budget' | 'stopPrice'
>;

export function orderNotices(events: readonly ExchangeEvent[]): OrderNotice[] {
  const notices: OrderNotice[] = [];
  for (const event of events) {
    if (event.kind === 'OrderFired') notices.push({ kind: 'stop_fired', orderId: event.orderId });
    else if (event.kind === 'OrderClosed' && event.reason === 'self_trade')
      notices.push({ kind: 'self_trade', orderId: event.orderId });
    // Whoever takes is answered with what was filled; whoever waited on the book is told.
    else if (event.kind === 'TradeExecuted' && event.makerRemaining === 0)
      notices.push({ kind: 'order_filled', orderId: event.makerOrderId });
  }
  return notices;
}

type Told = Pick<NewNotification, 'template' | 'params'>;

/** The side is in the template, because languages build their sentence around it. */
function toldOf({ kind, orderId }: OrderNotice, order: NoticedOrder, market: MarketUnits): Told {
  const params = { order: orderId, pair: order.market };
  const { side, quantity, budget, stopPrice } = order;
  if (kind === 'order_filled') {
    const { base, quote } = market;
    const [amount, price] = [market.showQuantity(order.filled), market.showPrice(order.price)];
    return { template: `order_filled_${side}`, params: { ...params, amount, price, base, quote } };
  }
  if (kind !== 'stop_fired' || stopPrice === null) return { template: kind, params };
  const { base, quote } = market;
  const price = market.showPrice(stopPrice);
  return budget === null
    ? {
        template: `stop_fired_${side}`,
        params: { ...params, amount: market.showQuantity(quantity), price, base, quote },
      }
    : {
        template: 'stop_fired_spend',
        params: { ...params, amount: market.showQuote(budget), price, quote },
      };
}

/** An order fires once and is closed once, so its number makes the key. */
export function notificationOf(
  notice: OrderNotice,
  order: NoticedOrder,
  market: MarketUnits,
): NewNotification {
  return {
    userId: order.account,
    ...toldOf(notice, order, market),
    about: `order:${notice.orderId}`,
    key: `${notice.kind}:${notice.orderId}`,
  };
}
