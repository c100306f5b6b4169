import { orderEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walletModule } from '#modules/wallet/index.ts';
import { createTradingApp, type TradingApp } from '#testing/trading-app.ts';
import { tradingModule } from '../index.ts';

let app: TradingApp;

const limit = { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.5', price: '60000' };

const place = (as: string, body: object, path = 'orders') => app.call({ method: 'POST', path, as, body });
const cancel = (as: string, id: string) => app.call({ method: 'DELETE', path: `orders/${id}/`, as });
const list = (as: string, query: string) => app.call({ path: `orders/?${query}`, as });
const active = async (as: string) => (await list(as, 'state=active')).body.results;

/** Two people with money who have done nothing yet, so that a test begins with an empty book. */
async function traders(): Promise<[buyer: string, seller: string]> {
  people += 1;
  const [buyer, seller] = [`buyer${people}`, `seller${people}`];
  await app.fund(buyer, 'USDT', '100000');
  await app.fund(seller, 'BTC', '2');
  for (let one = 1; one < people; one += 1) {
    for (const name of [`buyer${one}`, `seller${one}`])
      await app.call({ method: 'DELETE', path: 'orders', as: name });
  }
  return [buyer, seller];
}
let people = 0;

beforeAll(async () => {
  app = await createTradingApp({ modules: [tradingModule, walletModule] });
});

afterAll(() => app.close());

describe('the body of an order', () => {
  /** As a program wrote it, without a serializer of ours between. */
  const send = (as: string, text: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/v1/orders/',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      payload: text,
    });

  it('may have numbers for amounts, which count as their text', async () => {
    const [ann] = await traders();
    const placed = await send(
      ann,
      '{"type":0,"pair":"BTC-USDT","operation":"buy","quantity":0.00050,"price":60000.10}',
    );
    expect(placed.json()).toMatchObject({ quantity: '0.0005', price: '60000.1', status: 'open' });
    const fine = await send(
      ann,
      '{"type":0,"pair":"BTC-USDT","operation":"buy","quantity":0.0000001,"price":60000}',
    );
    expect(fine.json()).toMatchObject({ code: 'order_bad_quantity' });
  });

  it.each([
    ['a quantity twice', '"quantity":"0.1","quantity":"0.2","price":"1"', 'field_repeated', 'quantity'],
    ['an exponent', '"quantity":1e-1,"price":"1"', 'number_with_exponent', 'quantity'],
    [
      'more digits than a number has',
      '"quantity":"0.1","price":60000.00000000001',
      'number_too_long',
      'price',
    ],
  ])('with %s is refused by its name, and nothing happens', async (_what, fields, code, name) => {
    const [ann] = await traders();
    const answer = await send(ann, `{"type":0,"pair":"BTC-USDT","operation":"buy",${fields}}`);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code,
      detail: expect.stringContaining(name),
      fields: { [name]: expect.any(String) },
    });
    expect(await active(ann)).toEqual([]);
  });
});

describe('the example of the API documentation', () => {
  it('is an order as it stands, and one without a type is a limit order', async () => {
    const [ann] = await traders();
    const { paths } = (await app.app.inject('/api/v1/openapi.json')).json();
    const { schema } = paths['/api/v1/orders/'].post.requestBody.content['application/json'];
    expect(await place(ann, schema.example)).toMatchObject({ status: 200, body: { type: 0 } });
    const { type: _, ...untyped } = schema.example;
    expect(await place(ann, untyped)).toMatchObject({ status: 200, body: { type: 0, status: 'open' } });
    const batch = await app.call({
      method: 'POST',
      path: 'orders/batch',
      as: ann,
      body: { orders: [untyped] },
    });
    expect(batch.body.results).toMatchObject([{ order: { type: 0 }, error: null }]);
  });
});

describe('what a refusal says', () => {
  it.each([
    [{ price: '60000.001' }, 'invalid_order_price', 'Prices for this pair move in steps of 0.01.'],
    [{ quantity: '0.0000001' }, 'order_bad_quantity', 'Amounts for this pair move in steps of 0.000001.'],
    [{ quantity: '0.000001' }, 'order_size_too_small', 'The amount must be at least 0.00001 BTC.'],
    [
      { quantity: '0.00001', price: '50000' },
      'order_cost_limit',
      'Orders for this pair must be worth between 1 USDT and 5,000,000 USDT.',
    ],
  ])('of %j names the step or the bound', async (wrong, code, detail) => {
    const [ann] = await traders();
    expect((await place(ann, { ...limit, ...wrong })).body).toMatchObject({ code, detail });
  });

  it('of an id that another order has names the id', async () => {
    const [ann] = await traders();
    await place(ann, { ...limit, client_order_id: 'mine' });
    const other = await place(ann, { ...limit, price: '59000', client_order_id: 'mine' });
    expect(other).toMatchObject({
      status: 409,
      body: {
        code: 'duplicate_transaction',
        detail: 'You’ve already used the ID mine for something else. Choose a new one.',
      },
    });
  });
});

describe('a limit order', () => {
  it('is placed, listed and cancelled', async () => {
    const [ann] = await traders();
    const placed = await place(ann, { ...limit, client_order_id: 'first' });
    expect(placed.status).toBe(200);
    expect(orderEndpoints.place.response.parse(placed.body)).toMatchObject({
      id: expect.stringMatching(/^[0-9]+$/),
      pair: 'BTC-USDT',
      type: 0,
      operation: 'buy',
      quantity: '0.5',
      filled: '0',
      remaining: '0.5',
      price: '60000',
      average_price: null,
      total: '0',
      fee: '0',
      fee_coin: 'BTC',
      status: 'open',
      reason: null,
      time_in_force: 'gtc',
      post_only: false,
      client_order_id: 'first',
      linked_to: null,
    });
    expect(await active(ann)).toEqual([placed.body]);
    expect(await app.balance(ann)).toMatchObject({ USDT: { actual: '70000', orders: '30000' } });
    const { id } = placed.body;
    expect(await cancel(ann, id)).toMatchObject({
      status: 200,
      body: { id, status: 'cancelled', reason: 'cancelled', cancelled: 1 },
    });
    expect(await active(ann)).toEqual([]);
    expect(await cancel(ann, id)).toMatchObject({ status: 409, body: { code: 'order_already_cancelled' } });
    expect(await app.balance(ann)).toMatchObject({ USDT: { actual: '100000', orders: '0' } });
  });

  it('trades at once with what stands there, and rests with what is left', async () => {
    const [ann, bob] = await traders();
    const sold = await place(bob, { ...limit, operation: 'sell', quantity: '0.2', price: '59000' });
    const bought = await place(ann, limit);
    expect(bought.body).toMatchObject({
      status: 'partially_filled',
      filled: '0.2',
      remaining: '0.3',
      average_price: '59000',
      total: '11800',
      fee: '0.0003',
      fee_coin: 'BTC',
    });
    expect(await active(bob)).toEqual([]);
    expect(await cancel(bob, sold.body.id)).toMatchObject({
      status: 409,
      body: { code: 'order_already_filled' },
    });
    const read = await app.call({ path: `orders/${sold.body.id}`, as: bob });
    expect(orderEndpoints.read.response.parse(read.body)).toEqual(read.body);
    expect(read.body).toMatchObject({
      order: { status: 'filled', filled: '0.2', total: '11800', fee: '11.8', fee_coin: 'USDT' },
      fills: [
        {
          order_id: sold.body.id,
          role: 'maker',
          price: '59000',
          quantity: '0.2',
          total: '11800',
          fee: '11.8',
        },
      ],
    });
    expect((await app.call({ path: 'my-trades', as: ann })).body.results).toMatchObject([
      { order_id: bought.body.id, operation: 'buy', role: 'taker', fee: '0.0003', fee_coin: 'BTC' },
    ]);
  });

  it('has the price of its one fill for an average, however little it was', async () => {
    const [ann, bob] = await traders();
    const tiny = { ...limit, quantity: '0.000017', price: '60000.01' };
    const sold = await place(bob, { ...tiny, operation: 'sell' });
    const bought = await place(ann, { pair: 'BTC-USDT', operation: 'buy', quantity: '0.000017' }, 'market');
    expect(bought.body).toMatchObject({ status: 'filled', average_price: '60000.01', total: '1.020001' });
    expect((await list(ann, 'state=done')).body.results).toMatchObject([{ average_price: '60000.01' }]);
    const read = await app.call({ path: `orders/${sold.body.id}`, as: bob });
    expect(read.body.order).toMatchObject({ average_price: '60000.01', total: '1.02' });
  });

  it('keeps its place when an amendment changes nothing, and says so', async () => {
    const [ann, bob] = await traders();
    const early = await place(bob, { ...limit, operation: 'sell', quantity: '0.1' });
    const late = await place(bob, { ...limit, operation: 'sell', quantity: '0.1' });
    const amend = (id: string, body: object) =>
      app.call({ method: 'PATCH', path: `orders/${id}`, as: bob, body });
    const same = await amend(early.body.id, { price: '60000', quantity: '0.1' });
    expect(orderEndpoints.amend.response.parse(same.body)).toMatchObject({ ...early.body, changed: false });
    await place(ann, { ...limit, quantity: '0.1' });
    expect(await active(bob)).toMatchObject([{ id: late.body.id }]);
  });

  it('is amended once by an amendment that is sent again under its id', async () => {
    const [ann, bob] = await traders();
    const { body: order } = await place(bob, { ...limit, operation: 'sell', quantity: '0.1' });
    const amend = (change: object) =>
      app.call({ method: 'PATCH', path: `orders/${order.id}`, as: bob, body: change });
    const up = { price: '60100', client_amend_id: 'up' };
    expect(await amend(up)).toMatchObject({ status: 200, body: { price: '60100', changed: true } });
    const behind = await place(bob, { ...limit, operation: 'sell', quantity: '0.1', price: '60100' });
    expect(await amend(up)).toMatchObject({ status: 200, body: { price: '60100', changed: true } });
    await place(ann, { ...limit, quantity: '0.1', price: '60100' });
    expect(await active(bob)).toMatchObject([{ id: behind.body.id }]);
    // What happened stays what happened, also when the order is filled by now.
    expect(await amend(up)).toMatchObject({ status: 200, body: { status: 'filled', changed: true } });
    expect(await amend({ ...up, price: '60200' })).toMatchObject({ status: 409 });
  });

  it('frees the id of an amendment of a wrong form, and refuses again what the exchange refused under it', async () => {
    const [, bob] = await traders();
    const { body: order } = await place(bob, { ...limit, operation: 'sell', quantity: '0.1' });
    const amend = async (change: object) => {
      const body = { ...change, client_amend_id: 'once' };
      const answer = await app.call({ method: 'PATCH', path: `orders/${order.id}`, as: bob, body });
      return answer.status === 200 ? answer.body.price : answer.body.code;
    };
    const codes = [];
    for (const wrong of [
      { price: 'high' },
      { prize: '60100' },
      { price: '60000.001' },
      { quantity: 1.5e300 },
    ])
      codes.push(await amend(wrong));
    expect(codes).toEqual([
      'unprocessable_entity',
      'unprocessable_entity',
      'invalid_order_price',
      'number_with_exponent',
    ]);
    expect(await amend({ quantity: '5' })).toBe('insufficient_balance');
    await app.fund(bob, 'BTC', '9');
    expect(await amend({ quantity: '5' })).toBe('insufficient_balance');
    expect(await amend({ quantity: '4' })).toBe('duplicate_transaction');
    expect(await active(bob)).toMatchObject([{ id: order.id, quantity: '0.1' }]);
  });

  it('keeps the average of what it traded when its price is amended afterwards', async () => {
    const [ann, bob] = await traders();
    const { body } = await place(bob, { ...limit, operation: 'sell', quantity: '0.2' });
    await place(ann, { ...limit, quantity: '0.1' });
    const amend = { method: 'PATCH', path: `orders/${body.id}`, as: bob, body: { price: '61000' } } as const;
    expect((await app.call(amend)).body).toMatchObject({
      price: '61000',
      average_price: '60000',
      total: '6000',
    });
  });

  it('shows no worse average than its price when only rounding made it worse', async () => {
    const [ann, bob] = await traders();
    const tiny = { quantity: '0.000021', price: '60000.03' };
    await place(bob, { ...limit, ...tiny, operation: 'sell' });
    expect((await place(ann, { ...limit, ...tiny })).body).toMatchObject({
      total: '1.260001',
      average_price: '60000.03',
    });
  });

  it('is placed once, however often it is sent, and is refused when it means something else', async () => {
    const [ann] = await traders();
    const body = { ...limit, client_order_id: 'once' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => place(ann, index % 2 ? body : { ...body, price: '60000.00' })),
    );
    expect(new Set(answers.map(({ body: { id } }) => id))).toHaveLength(1);
    expect(await active(ann)).toHaveLength(1);
    expect(await place(ann, { ...body, price: '1000' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate_transaction' },
    });
  });

  it.each([
    ['a pair that is none', { pair: 'BTC-EUR' }, 422, 'invalid_trading_pair'],
    ['a price between two ticks', { price: '60000.001' }, 422, 'invalid_order_price'],
    ['a quantity between two lots', { quantity: '0.0000001' }, 422, 'order_bad_quantity'],
    ['too little', { quantity: '0.000001' }, 422, 'order_size_too_small'],
    ['too much', { quantity: '101' }, 422, 'order_size_too_large'],
    ['nothing', { quantity: '0' }, 422, 'order_wrong_quantity'],
    ['no price', { price: '0' }, 422, 'order_wrong_price'],
    ['too low a cost', { quantity: '0.00001', price: '50000' }, 422, 'order_cost_limit'],
    ['more than there is', { quantity: '2' }, 422, 'insufficient_balance'],
    ['a price no book holds', { price: '999999999999999999999' }, 422, 'price_too_high'],
    ['a post-only that cannot rest', { time_in_force: 'ioc', post_only: true }, 422, 'invalid_order_type'],
  ])('of %s is refused and changes nothing', async (_what, change, status, code) => {
    const [ann] = await traders();
    const before = await app.balance(ann);
    expect(await place(ann, { ...limit, ...change })).toMatchObject({ status, body: { code } });
    expect(await app.balance(ann)).toEqual(before);
    expect(await active(ann)).toEqual([]);
  });

  it.each([
    '-1',
    '1e-9',
    '1e400',
    'NaN',
    'Infinity',
    '1,5',
    '１',
    '0.0000000000000000001',
    '',
    ' 1',
    -1,
    true,
    ['1'],
    null,
    {},
  ])('refuses %j as a quantity', async (quantity) => {
    const { status, body } = await place('buyer1', { ...limit, quantity });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'unprocessable_entity' });
    expect(body.fields).toHaveProperty('quantity');
  });

  it('tells a program that sends a number for a text', async () => {
    const { body } = await place('buyer1', { ...limit, client_order_id: 7 });
    expect(body.fields).toEqual({ client_order_id: 'Send this as a string.' });
  });
});

describe('a pair of which one cancels the other', () => {
  it('is one order once the limit order has a fill: it names no other, and can be changed', async () => {
    const [ann, bob] = await traders();
    const pair = { pair: 'BTC-USDT', operation: 'sell', quantity: '0.2', client_order_id: 'pair' };
    const oco = { ...pair, price: '60500', stop_price: '40000' };
    const { body } = await place(bob, oco, 'orders/oco');
    const [first, second] = body.orders;
    const amend = () =>
      app.call({ method: 'PATCH', path: `orders/${first.id}`, as: bob, body: { price: '60600' } });
    expect(await amend()).toMatchObject({ status: 422, body: { code: 'order_wrong_type' } });
    await place(ann, { ...limit, quantity: '0.1', price: '60500' });
    const half = { id: first.id, status: 'partially_filled', linked_to: null };
    expect(await active(bob)).toMatchObject([half]);
    expect((await list(bob, 'pair=BTC-USDT')).body.results).toMatchObject([
      { id: second.id, status: 'cancelled', reason: 'linked', linked_to: first.id },
      half,
    ]);
    expect((await place(bob, oco, 'orders/oco')).body.orders).toMatchObject([half, { id: second.id }]);
    expect(await amend()).toMatchObject({ status: 200, body: { price: '60600', changed: true } });
  });
});

describe('orders of another user', () => {
  it('are not found, whatever one tries', async () => {
    const [ann, bob] = await traders();
    const { body } = await place(ann, limit);
    const notFound = { status: 404, body: { code: 'order_not_found' } };
    expect(await cancel(bob, body.id)).toMatchObject(notFound);
    expect(await app.call({ path: `orders/${body.id}`, as: bob })).toMatchObject(notFound);
    const amend = { method: 'PATCH', path: `orders/${body.id}`, as: bob, body: { price: '1' } } as const;
    expect(await app.call(amend)).toMatchObject(notFound);
    expect(await active(bob)).toEqual([]);
    expect((await active(ann))[0]).toEqual(body);
    expect(await app.call({ path: `orders/${body.id}` })).toMatchObject({ status: 401 });
  });
});
