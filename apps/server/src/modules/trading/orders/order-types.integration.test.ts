import { orderEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walletModule } from '#modules/wallet/index.ts';
import { createTradingApp, type TradingApp } from '#testing/trading-app.ts';
import { tradingModule } from '../index.ts';

let app: TradingApp;

const place = (as: string, path: string, body: object) => app.call({ method: 'POST', path, as, body });
const rest = (as: string, pair: string, operation: string, quantity: string, price: string) =>
  place(as, 'orders', { type: 0, pair, operation, quantity, price });
const read = async (as: string, id: string) => (await app.call({ path: `orders/${id}`, as })).body.order;

beforeAll(async () => {
  app = await createTradingApp({ modules: [tradingModule, walletModule] });
  for (const name of ['ann', 'bob', 'cid']) {
    await app.fund(name, 'USDT', '1000000');
    for (const coin of ['BTC', 'ETH', 'BNB', 'TRX', 'POL', 'RBTC', 'ARB'])
      await app.fund(name, coin, '100000');
  }
});

afterAll(() => app.close());

describe('a market order', () => {
  it('takes what it finds up to its quantity and returns the rest', async () => {
    await rest('bob', 'BTC-USDT', 'sell', '0.1', '50000');
    await rest('bob', 'BTC-USDT', 'sell', '0.1', '51000');
    const bought = await place('ann', 'market', { pair: 'BTC-USDT', operation: 'buy', quantity: '0.15' });
    expect(orderEndpoints.placeMarket.response.parse(bought.body)).toMatchObject({
      type: 1,
      status: 'filled',
      filled: '0.15',
      price: null,
      average_price: '50333.33',
      total: '7550',
    });
  });

  it('by total never spends more than that', async () => {
    await rest('bob', 'ETH-USDT', 'sell', '10', '2000');
    const before = await app.balance('ann');
    const bought = await place('ann', 'market', { pair: 'ETH-USDT', operation: 'buy', total: '999.99' });
    expect(bought.body).toMatchObject({
      status: 'filled',
      budget: '999.99',
      quantity: '0.49999',
      remaining: '0',
    });
    const after = await app.balance('ann');
    const spent = Number(before.USDT?.actual) - Number(after.USDT?.actual);
    expect(spent).toBeGreaterThan(999.9);
    expect(spent).toBeLessThanOrEqual(999.99);
  });

  it('that finds nothing is closed as unfilled', async () => {
    const { body } = await place('ann', 'market', { pair: 'BNB-USDT', operation: 'sell', quantity: '1' });
    expect(body).toMatchObject({ status: 'cancelled', reason: 'unfilled', filled: '0' });
  });

  it('without funds says NotEnoughFunds in every language', async () => {
    await rest('bob', 'ARB-USDT', 'sell', '100', '1');
    const { status, body } = await place('poor', 'market', {
      pair: 'ARB-USDT',
      operation: 'buy',
      quantity: '10',
    });
    expect({ status, body }).toEqual({
      status: 422,
      body: { code: 'order_no_funds', detail: 'NotEnoughFunds' },
    });
    expect(app.logLines.some((line) => line.includes('"detail":"NotEnoughFunds"'))).toBe(true);
  });

  it('outside the cost limits says which these are', async () => {
    const { status, body } = await place('ann', 'market', {
      pair: 'ETH-USDT',
      operation: 'buy',
      total: '0.5',
    });
    expect({ status, body }).toEqual({
      status: 422,
      body: { code: 'order_cost_limit', detail: 'Order cost limit: 1 USDT to 5000000 USDT' },
    });
  });

  it('needs a quantity or a total, and not both', async () => {
    const sized = async (operation: string, size: object) =>
      (await place('ann', 'market', { pair: 'ETH-USDT', operation, ...size })).body.fields;
    expect(await sized('buy', {})).toEqual({ quantity: 'Fill in this field.' });
    expect(await sized('buy', { quantity: '1', total: '10' })).toEqual({
      total: 'Enter either the amount or the total, not both.',
    });
    expect(await sized('sell', { total: '10' })).toEqual({
      total: 'Only buy orders can be placed by total. Enter the amount to sell.',
    });
  });
});

it('a market order as fok fills whole or not at all', async () => {
  await rest('bob', 'POL-USDT', 'sell', '100', '0.5');
  const order = { type: 1, pair: 'POL-USDT', operation: 'buy', time_in_force: 'fok' };
  const more = await place('ann', 'market', { ...order, quantity: '101' });
  expect(more).toMatchObject({ status: 422, body: { code: 'order_cannot_fill' } });
  const whole = await place('ann', 'market', { ...order, quantity: '100' });
  expect(whole).toMatchObject({ status: 200, body: { status: 'filled', time_in_force: 'fok' } });
});

it.each([
  ['orders', { price: '0.5', type: 0, post_only: true }, 'order_would_trade'],
  ['orders', { price: '0.4', type: 0, time_in_force: 'fok' }, 'order_cannot_fill'],
  ['orders/oco', { price: '0.5', stop_price: '0.55', worst_price: '0.6' }, 'order_would_trade'],
])('says what hindered an order: %s %j answers %s', async (path, change, code) => {
  await rest('bob', 'TRX-USDT', 'sell', '100', '0.5');
  const answer = await place('ann', path, {
    pair: 'TRX-USDT',
    operation: 'buy',
    quantity: '100',
    ...change,
  });
  expect(answer).toMatchObject({ status: 422, body: { code } });
});

describe('a stop that buys a quantity', () => {
  const every = { pair: 'BTC-USDT', operation: 'buy', quantity: '0.01' };

  it.each([
    ['orders', { ...every, type: 2, stop_price: '60000' }],
    ['orders', { ...every, type: 5, trail: '100' }],
    ['orders/oco', { ...every, price: '40000', stop_price: '60000' }],
  ])('is asked for the worst price that money is held for: %s %j', async (path, order) => {
    const fields = { worst_price: expect.any(String) };
    const body = { code: 'unprocessable_entity', detail: expect.any(String), fields };
    expect(await place('ann', path, order)).toEqual({ status: 422, body });
    if (path !== 'orders') return;
    const many = await place('ann', 'orders/batch', { orders: [order] });
    expect(many.body.results).toEqual([{ order: null, error: body }]);
  });

  it('needs none where it spends a total', async () => {
    const { quantity: _quantity, ...rest } = every;
    const answer = await place('ann', 'orders', { ...rest, type: 2, stop_price: '90000', total: '100' });
    expect(answer.status).toBe(200);
  });
});

describe('a field that is not known, or that another type of order has', () => {
  const every = { pair: 'BTC-USDT', operation: 'buy', quantity: '0.01' };
  const limit = { type: 0, ...every, price: '50000' };
  const stop = { type: 2, ...every, stop_price: '60000', worst_price: '61000' };
  const stopLimit = { ...every, stop_price: '60000', limit_price: '61000' };
  const pegged = { type: 3, ...every, percent: '1', min_price: '40000', max_price: '60000' };

  it.each([
    ['stop-limit', stopLimit, { post_only: true }],
    ['orders', pegged, { post_only: true }],
    ['orders', pegged, { time_in_force: 'ioc' }],
    ['orders', limit, { stop_price: '60000' }],
    ['orders', limit, { total: '500' }],
    ['orders', limit, { postOnly: true }],
    ['orders', limit, { time_in_forc: 'fok' }],
    ['market', every, { slippage: '1' }],
    ['orders', stop, { post_only: true }],
    ['orders', stop, { time_in_force: 'fok' }],
    ['orders', { ...stop, type: 5, stop_price: undefined, trail: '1' }, { limit_price: '1' }],
    ['market', every, { price: '50000' }],
    ['market', every, { post_only: true }],
    ['orders/oco', { ...stopLimit, price: '40000' }, { post_only: true }],
  ])('is not left out in silence: %s %j with %j', async (path, order, more) => {
    const before = await app.balance('cid');
    const { status, body } = await place('cid', path, { ...order, ...more });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'unprocessable_entity' });
    expect(body.fields).toEqual({
      [Object.keys(more)[0] ?? '']: expect.stringContaining(meant(Object.keys(more)[0] ?? '')),
    });
    expect(await app.balance('cid')).toEqual(before);
  });

  it.each(['ioc', 'fok'])('makes no type of order: post-only with %s', async (time_in_force) => {
    const before = await app.balance('cid');
    const { status, body } = await place('cid', 'orders', { ...limit, time_in_force, post_only: true });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_order_type' });
    expect(Object.keys(body.fields as object)).toEqual(['post_only']);
    expect(await app.balance('cid')).toEqual(before);
  });

  const meant = (name: string) =>
    ({ postOnly: 'may mean post_only', time_in_forc: 'may mean time_in_force' })[name] ?? 'isn’t recognised';

  it('is no harm where it asks for nothing', async () => {
    const { status } = await place('ann', 'market', { ...every, operation: 'sell', post_only: false });
    expect(status).toBe(200);
  });
});

describe('orders that wait', () => {
  it('as a stop-limit, fire when the price is reached and rest at their limit', async () => {
    await rest('bob', 'TRX-USDT', 'buy', '1000', '0.3');
    await rest('ann', 'TRX-USDT', 'sell', '100', '0.3');
    const stop = await place('cid', 'stop-limit', {
      pair: 'TRX-USDT',
      operation: 'sell',
      quantity: '50',
      stop_price: '0.29',
      limit_price: '0.28',
    });
    expect(orderEndpoints.placeStopLimit.response.parse(stop.body)).toMatchObject({
      type: 4,
      status: 'pending',
      stop_price: '0.29',
      limit_price: '0.28',
    });
    await rest('bob', 'TRX-USDT', 'buy', '10', '0.29');
    await rest('ann', 'TRX-USDT', 'sell', '910', '0.29');
    expect(await read('cid', stop.body.id)).toMatchObject({ status: 'open', remaining: '50' });
  });

  it('are rejected, and say why, when nothing of them can be carried out once they fire', async () => {
    await rest('bob', 'ARB-USDT', 'buy', '10', '0.9');
    await rest('ann', 'ARB-USDT', 'sell', '10', '0.9');
    const waiting = { pair: 'ARB-USDT', operation: 'sell', quantity: '50', stop_price: '0.85' };
    const stop = await place('cid', 'stop-limit', { ...waiting, limit_price: '0.88', time_in_force: 'fok' });
    expect(stop.body).toMatchObject({ status: 'pending' });
    await rest('bob', 'ARB-USDT', 'buy', '10', '0.85');
    await rest('ann', 'ARB-USDT', 'sell', '10', '0.85');
    const rejected = { id: stop.body.id, status: 'rejected', reason: 'unfilled', filled: '0' };
    expect(await read('cid', stop.body.id)).toMatchObject(rejected);
    const { body } = await app.call({ path: 'orders/?state=canceled&pair=ARB-USDT', as: 'cid' });
    expect(body.results).toMatchObject([rejected]);
  });

  it.each([
    ['orders', 'sell', { type: 2, stop_price: '0.5' }],
    ['orders', 'buy', { type: 2, stop_price: '0.5', worst_price: '0.6' }],
    ['stop-limit', 'sell', { stop_price: '0.51', limit_price: '0.5' }],
    ['orders/oco', 'sell', { price: '0.7', stop_price: '0.6' }],
  ])('say so when they would wait for what is there already: %s %s %j', async (path, operation, change) => {
    await rest('bob', 'POL-USDT', 'buy', '10', '0.5');
    await rest('ann', 'POL-USDT', 'sell', '10', '0.5');
    const answer = await place('cid', path, { pair: 'POL-USDT', operation, quantity: '10', ...change });
    expect(answer).toMatchObject({ status: 422, body: { code: 'order_stop_reached' } });
  });

  it('as a stop or a trailing stop, show what they wait for', async () => {
    await rest('bob', 'POL-USDT', 'buy', '10', '0.5');
    await rest('ann', 'POL-USDT', 'sell', '10', '0.5');
    const stop = { pair: 'POL-USDT', operation: 'sell', quantity: '10' };
    expect((await place('cid', 'orders', { ...stop, type: 2, stop_price: '0.4' })).body).toMatchObject({
      type: 2,
      status: 'pending',
      stop_price: '0.4',
      price: null,
    });
    expect((await place('cid', 'orders', { ...stop, type: 5, trail: '0.05' })).body).toMatchObject({
      type: 5,
      status: 'pending',
      stop_price: '0.45',
      trail: '0.05',
    });
    const byTotal = { type: 2, pair: 'POL-USDT', operation: 'buy', total: '20', stop_price: '0.6' };
    expect((await place('cid', 'orders', byTotal)).body).toMatchObject({
      status: 'pending',
      budget: '20',
      quantity: '0',
    });
  });

  it('as a pair, cancel one another', async () => {
    const { body } = await place('cid', 'orders/oco', {
      pair: 'POL-USDT',
      operation: 'sell',
      quantity: '10',
      price: '0.6',
      stop_price: '0.4',
    });
    const [first, second] = orderEndpoints.placeOco.response.parse(body).orders;
    expect([first?.linked_to, second?.linked_to]).toEqual([second?.id, first?.id]);
    const gone = await app.call({ method: 'DELETE', path: `orders/${second?.id}`, as: 'cid' });
    expect(orderEndpoints.cancel.response.parse(gone.body)).toMatchObject({ id: second?.id, cancelled: 2 });
    expect(await read('cid', String(first?.id))).toMatchObject({ status: 'cancelled', reason: 'linked' });
  });
});

describe('a pegged order', () => {
  it('follows the reference price by its percent', async () => {
    const pegged = { type: 3, pair: 'RBTC-USDT', operation: 'buy', quantity: '1', percent: '-0.5' };
    const bounds = { min_price: '50000', max_price: '70000' };
    expect(await place('ann', 'orders', { ...pegged, ...bounds })).toMatchObject({
      body: { code: 'order_no_reference_price' },
    });
    const setPrice = (price: number) =>
      app.runtime.execute({
        kind: 'SetReferencePrice',
        key: `reference:${price}`,
        market: 'RBTC-USDT',
        price,
      });
    await setPrice(6_000_000);
    const { body } = await place('ann', 'orders', { ...pegged, ...bounds });
    expect(body).toMatchObject({
      type: 3,
      status: 'open',
      price: '59700',
      percent: '-0.5',
      min_price: '50000',
    });
    await setPrice(6_200_000);
    expect(await read('ann', body.id)).toMatchObject({ price: '61690' });
  });
});

describe('amending', () => {
  it('changes price and quantity, and what the order holds with them', async () => {
    const { body } = await rest('ann', 'ARB-USDT', 'buy', '100', '0.9');
    const amend = (change: object) =>
      app.call({ method: 'PATCH', path: `orders/${body.id}`, as: 'ann', body: change });
    expect((await amend({ quantity: '50', price: '0.8' })).body).toMatchObject({
      quantity: '50',
      price: '0.8',
    });
    expect(await amend({ percent: '1' })).toMatchObject({ status: 422, body: { code: 'order_not_auto' } });
    expect(await amend({ price: '0.80001' })).toMatchObject({
      status: 422,
      body: { code: 'invalid_order_price' },
    });
    expect(await amend({})).toMatchObject({ status: 422, body: { code: 'wrong_data' } });
  });
});
