import { batchOrdersMax, orderBatchEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { walletModule } from '#modules/wallet/index.ts';
import { createTradingApp, type TradingApp } from '#testing/trading-app.ts';
import { tradingModule } from '../index.ts';

let app: TradingApp;
let [ann, bob] = ['', ''];
let people = 0;

const limit = { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.1', price: '50000' };
const place = (as: string, orders: readonly object[]) =>
  app.call({ method: 'POST', path: 'orders/batch', as, body: { orders } });
const cancel = (as: string, ids: readonly string[]) =>
  app.call({ method: 'POST', path: 'orders/batch/cancel', as, body: { ids } });
const active = async (as: string) =>
  (await app.call({ path: 'orders/?state=active', as })).body.results as { id: string }[];

beforeAll(async () => {
  app = await createTradingApp({ modules: [tradingModule, walletModule] });
});

afterAll(() => app.close());

beforeEach(async () => {
  people += 1;
  [ann, bob] = [`ann${people}`, `bob${people}`];
  await app.fund(ann, 'USDT', '100000');
});

describe('placing many orders at once', () => {
  it('answers each with its own outcome, in one batch of the journal and in the order of the request', async () => {
    const before = app.runtime.position.batch;
    const { status, body } = await place(ann, [
      { ...limit, client_order_id: 'first' },
      { ...limit, price: '50000.001' },
      { ...limit, pair: 'BTC-EUR' },
      { ...limit, quantity: '2', price: '60000' },
      { ...limit, price: '49000', client_order_id: 'last' },
    ]);
    expect(status).toBe(200);
    const { results } = orderBatchEndpoints.place.response.parse(body);
    expect(results).toMatchObject([
      { order: { client_order_id: 'first', price: '50000', status: 'open' }, error: null },
      { order: null, error: { code: 'invalid_order_price', detail: expect.any(String) } },
      { order: null, error: { code: 'invalid_trading_pair' } },
      { order: null, error: { code: 'insufficient_balance' } },
      { order: { client_order_id: 'last', price: '49000' }, error: null },
    ]);
    expect(app.runtime.position.batch).toBe(before + 1);
    expect((await active(ann)).map(({ id }) => id)).toEqual([results[4]?.order?.id, results[0]?.order?.id]);
    expect(await app.balance(ann)).toMatchObject({ USDT: { actual: '90100', orders: '9900' } });
  });

  it('places each client order id once, however often the call is sent, and tells when it means something else', async () => {
    const orders = ['a', 'b', 'a'].map((client_order_id) => ({ ...limit, client_order_id }));
    const [once, again] = [await place(ann, orders), await place(ann, orders)];
    expect(again.body).toEqual(once.body);
    expect(once.body.results[2]).toEqual(once.body.results[0]);
    expect(await active(ann)).toHaveLength(2);
    const other = await place(ann, [{ ...limit, client_order_id: 'a', price: '1000' }]);
    expect(other.body.results).toMatchObject([{ order: null, error: { code: 'duplicate_transaction' } }]);
  });

  it.each([
    ['none', []],
    ['one too many', Array.from({ length: batchOrdersMax + 1 }, () => limit)],
    ['one whose quantity is no number', [limit, { ...limit, quantity: '1e3' }]],
    ['one with a field of another type', [limit, { ...limit, trail: '1' }]],
    ['one that is nothing', [limit, null]],
  ])('refuses a call with %s, and places nothing', async (_what, orders) => {
    const { status, body } = await place(ann, orders as object[]);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'unprocessable_entity' });
    expect(await active(ann)).toEqual([]);
  });

  it('trades with what stands there, one after another', async () => {
    await app.fund(bob, 'BTC', '1');
    const buy = { ...limit, price: '55000' };
    await place(bob, [{ ...buy, operation: 'sell' }]);
    const { body } = await place(ann, [buy, { ...buy, quantity: '0.2' }]);
    expect(body.results).toMatchObject([{ order: { status: 'filled' } }, { order: { status: 'open' } }]);
  });

  it('is closed to strangers and to whoever has frozen the account', async () => {
    const { app: server } = app;
    expect((await server.inject({ method: 'POST', url: '/api/v1/orders/batch' })).statusCode).toBe(401);
    expect(await place('frozen', [limit])).toMatchObject({ body: { code: 'account_frozen' } });
  });
});

describe('cancelling many orders at once', () => {
  it('answers each with its own outcome, and does not find those of another user', async () => {
    await app.fund(bob, 'USDT', '10000');
    const mine = (await place(ann, [limit, { ...limit, price: '48000' }])).body.results;
    const [theirs] = (await place(bob, [limit])).body.results;
    const [first, second, other] = [mine[0].order.id, mine[1].order.id, theirs.order.id];
    const { status, body } = await cancel(ann, [first, other, '999999999', second, first]);
    expect(status).toBe(200);
    expect(orderBatchEndpoints.cancel.response.parse(body).results).toMatchObject([
      { order: { id: first, status: 'cancelled' }, error: null },
      { order: null, error: { code: 'order_not_found' } },
      { order: null, error: { code: 'order_not_found' } },
      { order: { id: second, status: 'cancelled' } },
      { order: null, error: { code: 'order_already_cancelled' } },
    ]);
    expect(await active(ann)).toEqual([]);
    expect(await active(bob)).toMatchObject([{ id: other }]);
    expect(await app.balance(ann)).toMatchObject({ USDT: { actual: '100000', orders: '0' } });
  });

  it.each([
    ['none', []],
    ['one too many', Array.from({ length: batchOrdersMax + 1 }, () => '1')],
    ['an id that is none', ['1', '-1']],
  ])('refuses a call with %s', async (_what, ids) => {
    expect(await cancel(ann, ids)).toMatchObject({ status: 422, body: { code: 'unprocessable_entity' } });
  });
});

describe('the limit of calls', () => {
  it('is not passed by calls that come together', async () => {
    const own = await createTradingApp({ modules: [tradingModule], env: { ORDER_RATE_PER_SECOND: '1' } });
    try {
      await own.fund('ann', 'USDT', '1000000');
      // The more they are, the longer a machine may stand still before another call is right.
      const orders = Array.from({ length: batchOrdersMax }, () => ({ ...limit, quantity: '0.001' }));
      const calls = Array.from({ length: 12 }, () =>
        own.call({ method: 'POST', path: 'orders/batch', as: 'ann', body: { orders } }),
      );
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
    } finally {
      await own.close();
    }
  });

  it('counts every order of a call, and cancels apart from orders', async () => {
    const own = await createTradingApp({ modules: [tradingModule], env: { ORDER_RATE_PER_SECOND: '1' } });
    try {
      await own.fund('ann', 'USDT', '100000');
      const call = (path: string, body: object) => own.call({ method: 'POST', path, as: 'ann', body });
      const orders = Array.from({ length: batchOrdersMax }, () => ({ ...limit, quantity: '0.001' }));
      const { body } = await call('orders/batch', { orders });
      expect(body.results).toHaveLength(batchOrdersMax);
      expect(await call('orders', limit)).toMatchObject({
        status: 429,
        body: { code: 'rate_limit_exceeded' },
      });
      const ids = (body.results as { order: { id: string } }[]).map(({ order }) => order.id);
      expect((await call('orders/batch/cancel', { ids })).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it.each([
    ['orders', 'orders/batch', { orders: Array.from({ length: batchOrdersMax }, () => ({ type: 9 })) }],
    ['ids', 'orders/batch/cancel', { ids: Array.from({ length: batchOrdersMax }, () => 'x') }],
    ['no list', 'orders/batch', { orders: 'all' }],
    ['nothing', 'orders/batch/cancel', null],
  ])('counts a call that is refused for its %s like one that is not', async (_what, path, body) => {
    const own = await createTradingApp({ modules: [tradingModule], env: { ORDER_RATE_PER_SECOND: '1' } });
    try {
      await own.fund('ann', 'USDT', '100000');
      const call = () => own.call({ method: 'POST', path, as: 'ann', body });
      expect((await call()).status).toBeGreaterThanOrEqual(400);
      expect(await call()).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } });
    } finally {
      await own.close();
    }
  });
});

describe('a body', () => {
  it.each([
    ['orders', 4_096],
    ['market', 4_096],
    ['stop-limit', 4_096],
    ['orders/oco', 4_096],
    ['orders/batch', 65_536],
    ['orders/batch/cancel', 65_536],
  ])('of %s ends after %i bytes', async (path, bytes) => {
    const send = (length: number) =>
      app.call({ method: 'POST', path, as: ann, body: { a: ''.padEnd(length - '{"a":""}'.length) } });
    expect((await send(bytes)).status).toBe(422);
    expect(await send(bytes + 1)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });

  it('has room for as many orders as a call may have, with everything in them', async () => {
    const long = '1'.padStart(20, '0').padEnd(21, '.').padEnd(44, '1');
    const order = {
      type: 3,
      pair: 'BTC-USDT',
      operation: 'buy',
      quantity: long,
      percent: long,
      min_price: long,
    };
    const whole = { ...order, max_price: long, self_trade: 'newest', client_order_id: ''.padEnd(64, 'x') };
    const { status } = await place(
      ann,
      Array.from({ length: batchOrdersMax }, () => whole),
    );
    expect(status).not.toBe(413);
  });
});
