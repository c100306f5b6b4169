import type { Order, Pair } from '@emporion/contracts/rest';
import type { Amendment } from '#orders/change-order.ts';
import { checkOrder } from '#orders/model/check-order.ts';
import { createMarketMath } from '#orders/model/market-math.ts';
import { emptyDraft, type OrderDraft } from '#orders/model/order-draft.ts';
import { type AmendedField, amendedFields, kindOf } from '#orders/model/order-kind.ts';
import type { FieldProblem } from '#ui/form/field-problem.ts';

/** What can be changed of an order, as it is now. */
export function valuesOf(order: Order): Amendment {
  return Object.fromEntries(
    amendedFields(order).map((field) => [
      field,
      order[field] ?? (field === 'limit_price' ? order.price : '') ?? '',
    ]),
  );
}

/** Only what differs is sent: lowering the quantity alone keeps the place in the queue. */
export function changesOf(order: Order, values: Amendment): Amendment {
  const before = valuesOf(order);
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => value !== '' && value !== before[field as AmendedField],
    ),
  );
}

/** The order as the form would have written it, with the changes. */
export function amendedDraft(order: Order, values: Amendment): OrderDraft {
  const { operation: side, stop_price, price, trail, min_price, max_price, percent, quantity } = order;
  const written = {
    ...{ stop_price, price, trail, min_price, max_price, percent, quantity },
    limit_price: order.limit_price ?? price,
    worst_price: price,
    ...values,
  };
  const texts = Object.fromEntries(Object.entries(written).map(([field, text]) => [field, text ?? '']));
  return {
    ...emptyDraft,
    ...texts,
    side,
    kind: kindOf(order),
    by: order.budget === null ? 'quantity' : 'total',
  };
}

/** What is wrong with the changes in themselves; what the market and the balance say of them is the server's word. */
export function checkAmendment(
  order: Order,
  values: Amendment,
  rules: Pair['rules'] | undefined,
): Readonly<Partial<Record<AmendedField, FieldProblem>>> {
  if (rules === undefined) return {};
  const context = { math: createMarketMath(rules), lastPrice: () => null, available: null };
  const found = checkOrder(amendedDraft(order, values), context);
  const fields = amendedFields(order);
  return Object.fromEntries(Object.entries(found).filter(([field]) => fields.some((each) => each === field)));
}
