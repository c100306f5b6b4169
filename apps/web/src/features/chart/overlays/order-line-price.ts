import type { Order } from '@emporion/contracts/rest';
import { type AmendedField, amendedFields, kindOf } from '#orders/model/order-kind.ts';

/** The price at which an order stands on the chart: what it waits for, or else what it asks. */
export function linePriceOf({ status, stop_price, price }: Order): string | null {
  return status === 'pending' ? stop_price : price;
}

/** What of an order its line changes when it is dragged; null where that price is not its owner's to set. */
export function draggedField(order: Order): AmendedField | null {
  const [waiting, resting] = ['stop_price', kindOf(order) === 'limit' ? 'price' : 'limit_price'] as const;
  const field = order.status === 'pending' ? waiting : resting;
  return amendedFields(order).includes(field) ? field : null;
}
