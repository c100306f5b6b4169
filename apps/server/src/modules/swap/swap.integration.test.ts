import { swapEndpoints } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileMarkets } from '#modules/markets/index.ts';
import { tradingModule, tradingOf } from '#modules/trading/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import { swapModule } from './index.ts';

let app: TradingApp;

const swap = (as: string, body: object) => app.call({ method: 'POST', path: 'exchange', as, body });
const bitcoinToEther = { from: 'BTC', to: 'ETH', amount: '0.1', min_receive: '2.9' };

beforeAll(async () => {
  app = await createTradingApp({ modules: [tradingModule, swapModule, walletModule] });
  await app.fund('maker', 'USDT', '1000000');
  await app.fund('maker', 'ETH', '1000');
});

afterAll(() => app.close());

/** A book on which 0.1 BTC are worth 6,000 USDT and these 3 ETH, before fees. */
beforeEach(async () => {
  await app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
  for (const order of [
    { pair: 'BTC-USDT', operation: 'buy', quantity: '1', price: '60000' },
    { pair: 'ETH-USDT', operation: 'sell', quantity: '10', price: '2000' },
  ]) {
    const placed = await app.call({
      method: 'POST',
      path: 'orders',
      as: 'maker',
      body: { type: 0, ...order },
    });
    expect(placed.status).toBe(200);
  }
});

describe('a swap', () => {
  it('goes through two books, pays both fees and says what was received', async () => {
    await app.fund('ann', 'BTC', '1');
    const { status, body } = await swap('ann', bitcoinToEther);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { from: 'BTC', to: 'ETH', given: '0.1', state: 1 },
    });
    swapEndpoints.swap.response.parse(body);
    const balance = await app.balance('ann');
    expect(balance).toMatchObject({ BTC: { actual: '0.9', orders: '0' }, ETH: { actual: body.received } });
    // 6,000 USDT less 0.15 %, in whole lots of ETH, less 0.15 % again.
    expect(Number(body.received)).toBeGreaterThan(2.99);
    expect(Number(body.received)).toBeLessThan(3);
  });

  it('happens once, however often it is sent', async () => {
    await app.fund('bob', 'BTC', '1');
    const body = { ...bitcoinToEther, client_order_id: 'once' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => swap('bob', body)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    expect(await app.balance('bob')).toMatchObject({ BTC: { actual: '0.9' } });
    expect(await swap('bob', { ...body, amount: '0.2' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate_transaction' },
    });
  });

  it.each([
    ['more than there is', { ...bitcoinToEther, amount: '5' }, 'insufficient_balance'],
    ['too little in return', { ...bitcoinToEther, min_receive: '3' }, 'swap_price_moved'],
    ['a coin into itself', { ...bitcoinToEther, to: 'BTC' }, 'not_suitable_pair'],
    ['an unknown coin', { ...bitcoinToEther, to: 'DOGE' }, 'coin_invalid'],
    ['what is finer than the coin', { ...bitcoinToEther, amount: '0.000000001' }, 'amount_too_many_decimals'],
    ['nothing', { ...bitcoinToEther, amount: '0' }, 'amount_too_small'],
  ])('of %s is refused and changes nothing', async (_what, body, code) => {
    await app.fund('cid', 'BTC', '0.1');
    const before = await app.balance('cid');
    const answer = await swap('cid', body);
    expect(answer).toMatchObject({ status: 422, body: { code } });
    expect(answer.body.detail).not.toContain('{');
    expect(await app.balance('cid')).toEqual(before);
  });

  it('of more than the books have is refused and changes nothing', async () => {
    await app.fund('dan', 'BTC', '2');
    const answer = await swap('dan', { ...bitcoinToEther, amount: '2' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'swap_not_offered' } });
    expect(await app.balance('dan')).toMatchObject({ BTC: { actual: '2', orders: '0' } });
  });

  it('that is refused under an id counts like an order that is', async () => {
    await app.fund('eve', 'BTC', '1');
    const once = { ...bitcoinToEther, client_order_id: 'once' };
    const { body: done } = await swap('eve', once);
    const { refusals } = await tradingOf(app.platform);
    // The day of the journal, in which the next one is counted.
    const day = Math.floor(Date.now() / 86_400_000);
    refusals.seed({ day, byAccount: new Map([[userId('eve'), 19_999]]) });
    const refused = { ...bitcoinToEther, min_receive: '3' };
    const codeOf = async (id: string) => (await swap('eve', { ...refused, client_order_id: id })).body.code;
    expect(await codeOf('last')).toBe('swap_price_moved');
    expect(await codeOf('more')).toBe('daily_limit_exceeded');
    // What was decided before is answered as it was.
    expect((await swap('eve', once)).body).toEqual(done);
    expect(await codeOf('last')).toBe('swap_price_moved');
  });

  it('is refused for a coin whose swaps are switched off, by its name', async () => {
    await app.test.database.pool.query("update coins set swap_disabled = true where code = 'ARB'");
    await reconcileMarkets(app.platform);
    const answer = await swap('ann', { ...bitcoinToEther, to: 'ARB' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'exchange_disabled_for_currency' } });
    expect(answer.body.detail).toContain('ARB');
  });
});

// The last of all: from here on there is a shorter way from bitcoin to ether.
it('that is sent again after a direct market was opened is answered like the first time', async () => {
  await app.fund('fay', 'BTC', '1');
  const done = { ...bitcoinToEther, client_order_id: 'done' };
  const refused = { ...bitcoinToEther, min_receive: '3', client_order_id: 'refused' };
  const first = [await swap('fay', done), await swap('fay', refused)];
  expect(first).toMatchObject([{ status: 200 }, { body: { code: 'swap_price_moved' } }]);
  const rules = await app.runtime.read(({ markets }) => markets.get('ETH-USDT')?.rules);
  invariant(rules, 'the demo has that market');
  const opened = await app.runtime.execute({
    kind: 'OpenMarket',
    key: null,
    market: 'ETH-BTC',
    base: 'ETH',
    quote: 'BTC',
    priceDecimals: 4,
    quantityDecimals: 4,
    rules,
  });
  expect(opened.status).toBe('accepted');
  const before = await app.balance('fay');
  expect([await swap('fay', done), await swap('fay', refused)]).toEqual(first);
  expect(await swap('fay', { ...done, amount: '0.2' })).toMatchObject({
    status: 409,
    body: { code: 'duplicate_transaction' },
  });
  expect(await app.balance('fay')).toEqual(before);
});
