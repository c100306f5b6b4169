import { type Order, type OrderTypeName, orderTypes } from '@emporion/contracts/rest';

const names = Object.keys(orderTypes) as OrderTypeName[];

/** The kind of an order by the number that the wire gives it. */
export function kindOf({ type }: Pick<Order, 'type'>): OrderTypeName {
  return names.find((name) => orderTypes[name] === type) ?? 'limit';
}

/** The fields of an order that its owner may change while it is open. One of two linked orders cannot be changed. */
export type AmendedField = 'price' | 'stop_price' | 'limit_price' | 'quantity';

const amended: Readonly<Record<OrderTypeName, readonly AmendedField[]>> = {
  limit: ['price', 'quantity'],
  market: [],
  stop: ['stop_price'],
  pegged: ['quantity'],
  stop_limit: ['stop_price', 'limit_price', 'quantity'],
  trailing_stop: [],
};

export function amendedFields(order: Pick<Order, 'type' | 'linked_to'>): readonly AmendedField[] {
  return order.linked_to === null ? amended[kindOf(order)] : [];
}
