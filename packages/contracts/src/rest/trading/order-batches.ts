import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { Order } from './order.ts';
import { NewOrder, orderNumber } from './orders.ts';

/** Orders that one call may carry. */
export const batchOrdersMax = 50;

const user = { access: 'user', tag: 'trading' } as const;

/** What became of one order of a call that carries many. */
export const OrderOutcome = named(
  'OrderOutcome',
  z.object({
    order: described(z.nullable(Order), 'As it is afterwards. Null: it was refused.'),
    error: described(
      z.nullable(
        z.object({
          code: z.string(),
          detail: z.string(),
          fields: z.optional(z.record(z.string(), z.string())),
        }),
      ),
      'Why it was refused, as a call for this order alone would have said.',
    ),
  }),
);
export type OrderOutcome = z.infer<typeof OrderOutcome>;

const outcomes = z.object({ results: described(z.array(OrderOutcome), 'In the order of the request.') });
const some = [z.minLength(1), z.maxLength(batchOrdersMax)] as const;

/** Many orders in one call, each with its own outcome: one that is refused leaves the others alone. Each counts as a call of its own. */
export const orderBatchEndpoints = {
  place: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'orders/batch',
    summary: `Place up to ${batchOrdersMax} limit, stop, pegged or trailing stop orders`,
    body: z.strictObject({ orders: z.array(NewOrder).check(...some) }),
    response: outcomes,
    errors: ['account_frozen'],
  }),
  cancel: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'orders/batch/cancel',
    duringMaintenance: true,
    summary: `Cancel up to ${batchOrdersMax} open orders`,
    body: z.strictObject({ ids: z.array(orderNumber).check(...some) }),
    response: outcomes,
  }),
} as const;
