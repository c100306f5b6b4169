import type { ExchangeEvent } from '@emporion/core';
import type { LiveExchange } from '#modules/trading/index.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import type { NewNotification } from './notifications.ts';

/** What the owners of orders should hear of a batch: what happened to an order without their doing it. */
export function orderNotices({ events }: CommittedBatch, live: LiveExchange): NewNotification[] {
  return events.flatMap((event) => {
    const template = templateOf(event);
    const order = template && 'orderId' in event ? live.orders.get(event.orderId) : undefined;
    if (!template || !order) return [];
    const params = { order: order.id, pair: order.market };
    return [{ userId: order.account, template, params, key: `${template}:${order.id}` }];
  });
}

function templateOf(event: ExchangeEvent): NewNotification['template'] | undefined {
  if (event.kind === 'OrderFired') return 'stop_fired';
  return event.kind === 'OrderClosed' && event.reason === 'self_trade' ? 'self_trade' : undefined;
}
