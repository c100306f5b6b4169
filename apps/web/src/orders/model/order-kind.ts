import { type Order, type OrderTypeName, orderTypes } from '@emporion/contracts/rest';

export const kindNames = Object.keys(orderTypes) as OrderTypeName[];

/** The kind of an order by the number that the wire gives it. */
export function kindOf({ type }: Pick<Order, 'type'>): OrderTypeName {
  return kindNames.find((name) => orderTypes[name] === type) ?? 'limit';
}

/** The fields of an order that its owner may change while it is open. */
export type AmendedField =
  | 'price'
  | 'stop_price'
  | 'limit_price'
  | 'quantity'
  | 'percent'
  | 'min_price'
  | 'max_price';

const amended: Readonly<Record<OrderTypeName, readonly AmendedField[]>> = {
  limit: ['price', 'quantity'],
  market: [],
  stop: ['stop_price', 'quantity'],
  pegged: ['percent', 'min_price', 'max_price', 'quantity'],
  stop_limit: ['stop_price', 'limit_price', 'quantity'],
  trailing_stop: ['quantity'],
};

type Amendable = Pick<Order, 'type' | 'linked_to' | 'budget' | 'status'>;

/** As the core allows it: of two linked orders none, of an order by total its stop price alone. */
export function amendedFields({ type, linked_to, budget, status }: Amendable): readonly AmendedField[] {
  if (linked_to !== null) return [];
  const fields = amended[kindOf({ type })];
  if (budget !== null) return fields.filter((field) => field === 'stop_price');
  // A stop that has fired is past changing its stop price.
  return status === 'pending' ? fields : fields.filter((field) => field !== 'stop_price');
}

/** Whether it is shown optimistically: sent, and not yet answered by the server. */
export function isSending({ id }: Pick<Order, 'id'>): boolean {
  return id.startsWith('sending-');
}
