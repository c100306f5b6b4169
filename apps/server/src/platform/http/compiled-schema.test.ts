import { orderBatchEndpoints, orderEndpoints, registrationEndpoints } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { type $ZodType, safeParse } from 'zod/v4/core';
import { compiled } from './compiled-schema.ts';

const limit = { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.5', price: '60000' };
const bodies: [string, $ZodType, unknown][] = [
  ['an order', orderEndpoints.place.body, limit],
  [
    'an order with all it may have',
    orderEndpoints.place.body,
    { ...limit, post_only: true, time_in_force: 'gtc', client_order_id: 'a' },
  ],
  ['a field that is unknown', orderEndpoints.place.body, { ...limit, colour: 'red' }],
  ['a field of another type of order', orderEndpoints.place.body, { ...limit, trail: '1' }],
  ['a type that is none', orderEndpoints.place.body, { ...limit, type: 9 }],
  ['no type', orderEndpoints.place.body, {}],
  ['nothing', orderEndpoints.place.body, null],
  ['a list', orderEndpoints.place.body, []],
  ['a number for a text', orderEndpoints.place.body, { ...limit, quantity: 1, price: 'x' }],
  [
    'many orders, one of them wrong',
    orderBatchEndpoints.place.body,
    { orders: [limit, { ...limit, quantity: '-1' }] },
  ],
  ['no orders', orderBatchEndpoints.place.body, { orders: [] }],
  ['too many ids', orderBatchEndpoints.cancel.body, { ids: Array.from({ length: 51 }, () => '1') }],
  ['an empty query', orderEndpoints.list.query, {}],
  ['a query', orderEndpoints.list.query, { limit: '500', state: 'active', type: '3' }],
  ['a wrong query', orderEndpoints.list.query, { limit: 'x', state: 'elsewhere' }],
  ['a registration with nothing in it', registrationEndpoints.register.body, {}],
];

describe('a compiled schema', () => {
  it.each(bodies)('judges %s as the schema does', (_what, schema, value) => {
    const [plain, quick] = [safeParse(schema, value), safeParse(compiled(schema), value)];
    expect(quick.success).toBe(plain.success);
    expect(quick.data).toEqual(plain.data);
    expect(quick.error?.issues).toEqual(plain.error?.issues);
  });
});
