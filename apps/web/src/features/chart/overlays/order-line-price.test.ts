// @vitest-environment node
import type { Order } from '@emporion/contracts/rest';
import { expect, it } from 'vitest';
import { draggedField, linePriceOf } from './order-line-price.ts';

const order = (fields: Partial<Order>) =>
  ({
    type: 0,
    status: 'open',
    price: '100',
    stop_price: null,
    linked_to: null,
    budget: null,
    ...fields,
  }) as Order;

it.each([
  ['a limit order', order({}), '100', 'price'],
  [
    'a stop that waits',
    order({ type: 2, status: 'pending', price: null, stop_price: '90' }),
    '90',
    'stop_price',
  ],
  ['a stop-limit that waits', order({ type: 4, status: 'pending', stop_price: '90' }), '90', 'stop_price'],
  [
    'a stop-limit that was triggered',
    order({ type: 4, status: 'partially_filled', stop_price: '90' }),
    '100',
    'limit_price',
  ],
  ['a pegged order', order({ type: 3 }), '100', null],
  ['a trailing stop', order({ type: 5, status: 'pending', price: null, stop_price: '90' }), '90', null],
  ['one of two linked orders', order({ linked_to: '8' }), '100', null],
] as const)(
  '%s has its line where its price is and is dragged by what its owner may set',
  (_, some, price, field) => {
    expect([linePriceOf(some), draggedField(some)]).toEqual([price, field]);
  },
);
