import type { Order } from '@emporion/contracts/rest';
import { expect, it } from 'vitest';
import { type ApiFailure, networkFailure } from '#api/failure.ts';
import type { OrderBody } from './model/order-body.ts';
import { createOrderPlacing, type placeOrder } from './place-order.ts';

const order: OrderBody = { call: 'placeMarket', body: { pair: 'BTC-USDT', operation: 'buy', total: '5' } };
const other: OrderBody = { call: 'placeMarket', body: { pair: 'BTC-USDT', operation: 'buy', total: '6' } };

/** Answers in turn, and keeps the names under which orders came. */
function answering(...failures: (ApiFailure | null)[]) {
  const names: string[] = [];
  const send: typeof placeOrder = async (_, name) => {
    names.push(name);
    const failure = failures.shift();
    return failure == null ? { ok: true, value: [{} as Order] } : { ok: false, failure };
  };
  return { names, place: createOrderPlacing(send) };
}

it('sends an order whose answer got lost under the same name again', async () => {
  const { names, place } = answering(networkFailure, networkFailure, null, null);
  await place(order);
  await place(order);
  await place(order);
  expect(new Set(names).size).toBe(1);
  await place(order);
  expect(names[3]).not.toBe(names[0]);
});

it('gives another order another name, whatever became of the last', async () => {
  const { names, place } = answering(networkFailure, null);
  await place(order);
  await place(other);
  expect(new Set(names).size).toBe(2);
});
