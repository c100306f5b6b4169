import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationsModule } from '#modules/notifications/index.ts';
import { swapModule } from '#modules/swap/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { extent } from '#testing/extent.ts';
import { createTradingApp, type TradingApp } from '#testing/trading-app.ts';
import { tradingModule } from '../index.ts';

let app: TradingApp;

beforeAll(async () => {
  app = await createTradingApp({
    modules: [tradingModule, swapModule, walletModule, notificationsModule],
    env: { ORDER_RATE_PER_SECOND: '1000000' },
  });
  await app.fund('rich', 'USDT', '1000000');
  await app.fund('rich', 'BTC', '10');
  for (const [operation, price] of [
    ['buy', '80000'],
    ['sell', '99000'],
  ])
    await app.call({
      method: 'POST',
      path: 'orders',
      as: 'rich',
      body: {
        type: 0,
        pair: 'BTC-USDT',
        operation,
        quantity: '0.1',
        price,
        client_order_id: `own-${operation}`,
      },
    });
  // Too little for any order, so that what happens to be well-formed is refused too.
  await app.fund('poor', 'USDT', '0.5');
});

afterAll(() => app.close());

const numbers = fc.oneof(
  fc.constantFrom(
    ...[
      '-1',
      '0',
      '-0',
      '1e-9',
      '1e400',
      'NaN',
      'Infinity',
      '1,5',
      '１',
      '0x10',
      '',
      ' 1 ',
      '1\u0000',
      '.5',
      '5.',
    ],
    ...[
      '0.0000000000000000001',
      '999999999999999999999999',
      '9'.repeat(5_000),
      '00',
      '1_000',
      '१२',
      '+1',
      '1/3',
    ],
  ),
  fc.constantFrom(1, 0, -1, 1.5, Number.MAX_SAFE_INTEGER, 1e300, true, null, [], {}, ['1'], {
    toString: '1',
  }),
);
const words = fc.oneof(
  fc.constantFrom(
    'BTC-USDT',
    'btc-usdt',
    '../etc',
    'BTC-USDT\u0000',
    '__proto__',
    'constructor',
    'buy',
    'sell',
    'gtc',
    '',
  ),
  fc.string({ maxLength: 200 }),
  fc.constant('x'.repeat(10_000)),
);
const anything = fc.oneof(numbers, words, fc.jsonValue({ maxDepth: 2 }));

const fields =
  'type pair operation quantity total price worst_price stop_price limit_price trail percent min_price max_price time_in_force post_only self_trade client_order_id from to amount min_receive';

const every = { pair: 'BTC-USDT', operation: 'buy', quantity: '0.01' };
const stop = { ...every, stop_price: '90000', worst_price: '91000' };
/** A good body of every call. */
const good: readonly (readonly [path: string, body: object])[] = [
  ['orders', { ...every, type: 0, price: '90000' }],
  ['orders', { ...stop, type: 2 }],
  ['orders', { ...every, type: 3, percent: '1', min_price: '80000', max_price: '99000' }],
  ['orders', { ...every, type: 5, trail: '1', worst_price: '91000' }],
  ['stop-limit', { ...every, stop_price: '90000', limit_price: '91000' }],
  ['market', every],
  ['orders/oco', { ...stop, price: '80000' }],
  ['exchange', { from: 'BTC', to: 'ETH', amount: '0.01', min_receive: '1' }],
  ['getwallets', {}],
];

/** What could be an order but for one to three of its fields, or anything at all. */
const posts = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...good),
      fc.uniqueArray(fc.constantFrom(...fields.split(' ')), { minLength: 1, maxLength: 3 }),
      fc.array(anything, { minLength: 3, maxLength: 3 }),
    )
    .map(([[path, body], names, values]) => ({
      method: 'POST',
      path,
      body: { ...body, ...Object.fromEntries(names.map((name, index) => [name, values[index]])) },
    })),
  fc.tuple(fc.constantFrom(...good), anything).map(([[path], body]) => ({ method: 'POST', path, body })),
);
/** Several at once: good ones, nearly good ones and anything. */
const batches = fc.oneof(
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('orders/batch'),
    body: fc.record({
      orders: fc.array(
        fc.oneof(
          posts.map(({ body }) => body),
          anything,
        ),
        { maxLength: 55 },
      ),
    }),
  }),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('orders/batch/cancel'),
    body: fc.record({ ids: fc.oneof(fc.array(fc.oneof(fc.constantFrom('1', '2'), anything)), anything) }),
  }),
);
const amendments = fc.dictionary(fc.constantFrom(...fields.split(' ')), anything, { maxKeys: 3 });

const segments = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    '-1',
    '1e3',
    '99999999999999999',
    '%00',
    '..',
    '%2e%2e',
    'oco',
    'null',
    '１',
    "1'--",
    '1%0a',
  ),
  fc.string({ maxLength: 40 }).map(encodeURIComponent),
);
const calls = fc.oneof(
  posts,
  batches,
  fc.record({
    method: fc.constant('PATCH'),
    path: segments.map((id) => `orders/${id}`),
    body: fc.oneof(amendments, anything),
  }),
  fc.record({ method: fc.constantFrom('DELETE', 'GET'), path: segments.map((id) => `orders/${id}`) }),
  fc.record({ method: fc.constant('DELETE'), path: segments.map((id) => `user_notifications/${id}`) }),
  fc.record({
    method: fc.constant('GET'),
    path: fc
      .tuple(
        fc.constantFrom('orders', 'my-trades', 'exchange', 'user_notifications', 'balance'),
        fc.constantFrom('limit', 'cursor', 'state', 'type', 'from', 'offset', 'pair'),
        segments,
      )
      .map(([path, name, value]) => `${path}?${name}=${value}`),
  }),
);

async function send(call: { method: string; path: string; body?: unknown }): Promise<number> {
  const { statusCode } = await app.app.inject({
    method: call.method as 'GET',
    url: `/api/v1/${call.path}`,
    headers: {
      authorization: 'Bearer poor',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
  });
  return statusCode;
}

/** All money and all orders. What was refused is remembered too, but moves nothing. */
function look(): Promise<unknown> {
  return app.runtime.read(({ ledger, orders }) => ({
    orders: [...orders.values()].map(({ id, account, remaining, price }) => [id, account, remaining, price]),
    wallets: [...ledger.wallets].map(([id, { balances }]) => [
      id,
      [...balances].map(([coin, { total }]) => [coin, total]),
    ]),
  }));
}

it('knows its good bodies: each fails for want of money alone', async () => {
  for (const [path, body] of good.filter(([path]) => path !== 'getwallets')) {
    const { status, body: answer } = await app.call({ method: 'POST', path, as: 'poor', body });
    expect([path, status, answer.fields]).toEqual([path, 422, undefined]);
  }
});

it('answers whatever it is sent, never with a fault, and moves nothing', async () => {
  const before = await look();
  await fc.assert(
    fc.asyncProperty(calls, async (call) => {
      const status = await send(call);
      expect(status, JSON.stringify(call).slice(0, 500)).toBeLessThan(500);
    }),
    { numRuns: extent({ usual: 150, all: 400 }) },
  );
  expect(await look()).toEqual(before);
});
