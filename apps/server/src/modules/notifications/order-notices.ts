import type { ExchangeEvent } from '@emporion/core';
import type { NewNotification } from './notifications.ts';

/** What happened to an order without its owner's doing it. */
export interface OrderNotice {
  readonly template: NewNotification['template'];
  readonly orderId: number;
}

export interface OrderOwner {
  readonly account: string;
  readonly market: string;
}

export function orderNotices(events: readonly ExchangeEvent[]): OrderNotice[] {
  const notices: OrderNotice[] = [];
  for (const event of events) {
    if (event.kind === 'OrderFired') notices.push({ template: 'stop_fired', orderId: event.orderId });
    else if (event.kind === 'OrderClosed' && event.reason === 'self_trade')
      notices.push({ template: 'self_trade', orderId: event.orderId });
  }
  return notices;
}

/** An order fires once and is closed once, so its number makes the key. */
export function notificationOf(
  { template, orderId }: OrderNotice,
  { account, market }: OrderOwner,
): NewNotification {
  return {
    userId: account,
    template,
    params: { order: orderId, pair: market },
    key: `${template}:${orderId}`,
  };
}
