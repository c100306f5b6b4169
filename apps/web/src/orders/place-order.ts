import type { Order } from '@emporion/contracts/rest';
import { type Result, succeed } from '@emporion/kernel';
import { call } from '#api/api.ts';
import { orderEndpoints } from '#api/contract/trading.ts';
import type { ApiFailure } from '#api/failure.ts';
import type { OrderBody } from './model/order-body.ts';

type Placed = Result<readonly Order[], ApiFailure>;

async function asList(answer: Promise<Result<Order, ApiFailure>>): Promise<Placed> {
  const one = await answer;
  return one.ok ? succeed([one.value]) : one;
}

/** Answers the order as the exchange took it, or the two of which one cancels the other. */
export async function placeOrder({ call: name, body }: OrderBody, clientOrderId: string): Promise<Placed> {
  const named = { client_order_id: clientOrderId };
  switch (name) {
    case 'place':
      return asList(call(orderEndpoints.place, { body: { ...body, ...named } }));
    case 'placeMarket':
      return asList(call(orderEndpoints.placeMarket, { body: { ...body, ...named } }));
    case 'placeStopLimit':
      return asList(call(orderEndpoints.placeStopLimit, { body: { ...body, ...named } }));
    case 'placeOco': {
      const answer = await call(orderEndpoints.placeOco, { body: { ...body, ...named } });
      return answer.ok ? succeed(answer.value.orders) : answer;
    }
  }
}

/** Not `randomUUID`: a browser has that on secure pages only, and an exchange at home may be reached without. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `web-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Whether the outcome is unknown: the server may have taken the order although no answer came. */
export function isInDoubt(failure: ApiFailure): boolean {
  if (failure.kind === 'refused') return failure.status >= 500;
  return failure.kind !== 'session-lost';
}

/**
 * Places orders, each once. When no answer came, the same order is sent under the same name again, so that pressing the
 * button once more cannot buy twice.
 */
export function createOrderPlacing(send: typeof placeOrder = placeOrder) {
  let doubtful: { readonly text: string; readonly id: string } | null = null;
  return async (order: OrderBody): Promise<Placed> => {
    const text = JSON.stringify(order);
    const id = doubtful?.text === text ? doubtful.id : newId();
    const answer = await send(order, id);
    doubtful = !answer.ok && isInDoubt(answer.failure) ? { text, id } : null;
    return answer;
  };
}
