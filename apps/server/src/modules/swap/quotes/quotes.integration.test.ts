import { swapEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tradingModule } from '#modules/trading/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { createTradingApp, type TradingApp } from '#testing/trading-app.ts';
import { swapModule } from '../index.ts';

let app: TradingApp;
let now = Date.now();

const post = (path: string, as: string | undefined, body: object) =>
  app.call({ method: 'POST', path: `exchange/${path}`, body, ...(as === undefined ? {} : { as }) });
const asked = { from: 'BTC', to: 'ETH', give: '0.1' };
const place = (body: object, as = 'maker') =>
  app.call({ method: 'POST', path: 'orders', as, body: { type: 0, ...body } });

async function quoteOf(as: string, body: object = asked) {
  const { status, body: answer } = await post('quote', as, body);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return swapEndpoints.quoteSwap.response.parse(answer);
}

const accept = (as: string, quote: string) => post('accept', as, { quote });

beforeAll(async () => {
  app = await createTradingApp({
    modules: [tradingModule, swapModule, walletModule],
    clock: { now: () => new Date(now) },
  });
  await app.fund('maker', 'USDT', '1000000');
  await app.fund('maker', 'ETH', '1000');
});

afterAll(() => app.close());

/** A book on which 0.1 BTC are worth 6,000 USDT and these 3 ETH, before fees; what is beyond the first level costs more. */
beforeEach(async () => {
  now = Date.now();
  await app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
  await place({ pair: 'BTC-USDT', operation: 'buy', quantity: '1', price: '60000' });
  await place({ pair: 'ETH-USDT', operation: 'sell', quantity: '5', price: '2000' });
  await place({ pair: 'ETH-USDT', operation: 'sell', quantity: '5', price: '2100' });
});

describe('a quote', () => {
  it('of any amount on an empty book says that nobody offers it', async () => {
    await app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
    for (const give of ['0.1', '999999999999'])
      expect((await post('quote', 'ann', { ...asked, from: 'USDT', give })).body.code).toBe(
        'swap_not_offered',
      );
  });

  it('says what leaves, what is expected, the least that arrives, the fees and the way', async () => {
    await app.fund('ann', 'BTC', '1');
    const quote = await quoteOf('ann');
    expect(quote).toMatchObject({
      ...{ from: 'BTC', to: 'ETH', give: '0.1', route: ['BTC-USDT', 'ETH-USDT'], expires_in: 15 },
      fees: [
        { market: 'BTC-USDT', coin: 'USDT', percent: '0.15' },
        { market: 'ETH-USDT', coin: 'ETH', percent: '0.15' },
      ],
    });
    expect(Number(quote.least)).toBeCloseTo(Number(quote.receive) * 0.995, 8);
    expect(Number(quote.rate)).toBeCloseTo(Number(quote.receive) * 10, 6);
    expect(quote.impact).toBe('0');
  });

  it('counts what a large swap does to the price, and takes what the user allows', async () => {
    const quote = await quoteOf('ann', { ...asked, give: '0.3', slippage: '2' });
    // 4 of 9 ETH cost five percent more.
    expect(Number(quote.impact)).toBeGreaterThan(1);
    expect(Number(quote.impact)).toBeLessThan(3);
    expect(Number(quote.least)).toBeCloseTo(Number(quote.receive) * 0.98, 8);
  });

  it('can be asked for by what is to arrive', async () => {
    const { give, receive } = await quoteOf('ann', { from: 'BTC', to: 'ETH', receive: '2' });
    expect(Number(receive)).toBeGreaterThanOrEqual(2);
    expect(Number(receive)).toBeLessThan(2.001);
    expect(Number(give)).toBeCloseTo(0.0669, 3);
  });

  it('is shown to a visitor, who cannot accept it', async () => {
    const { status, body } = await post('preview', undefined, asked);
    expect(status).toBe(200);
    expect(swapEndpoints.previewSwap.response.parse(body)).not.toHaveProperty('id');
    expect((await post('quote', undefined, asked)).status).toBe(401);
  });

  it.each([
    ['too little', { ...asked, give: '0.00000001' }, 'amount_too_small'],
    ['nothing', { ...asked, give: '0' }, 'amount_too_small'],
    ['more than the books have', { ...asked, give: '5' }, 'amount_too_large'],
    ['more than the books give', { from: 'BTC', to: 'ETH', receive: '50' }, 'amount_too_large'],
    ['what is finer than the coin', { ...asked, give: '0.000000001' }, 'amount_too_many_decimals'],
    ['a coin into itself', { ...asked, to: 'BTC' }, 'not_suitable_pair'],
    ['an unknown coin', { ...asked, to: 'NOPE' }, 'coin_invalid'],
    ['both sides at once', { ...asked, receive: '1' }, 'unprocessable_entity'],
    ['neither side', { from: 'BTC', to: 'ETH' }, 'unprocessable_entity'],
    ['too much slippage', { ...asked, slippage: '10.01' }, 'unprocessable_entity'],
  ])('of %s is refused, and says what could be had', async (_what, body, code) => {
    const answer = await post('quote', 'ann', body);
    expect(answer).toMatchObject({ status: 422, body: { code } });
    if (code.startsWith('amount_too_') && code !== 'amount_too_many_decimals')
      expect(answer.body.detail).toMatch(/\d BTC/);
  });
});

describe('an accepted quote', () => {
  it('swaps as promised, once, however often it is sent and however late', async () => {
    await app.fund('bob', 'BTC', '1');
    const { id, give, receive } = await quoteOf('bob');
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept('bob', id)));
    now += 60_000;
    answers.push(await accept('bob', id));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { given: give, received: receive } });
    expect(new Set(answers.map(({ body }) => body.id))).toHaveLength(1);
    expect(await app.balance('bob')).toMatchObject({ BTC: { actual: '0.9' }, ETH: { actual: receive } });
  });

  it('gives what has become better to the user, and what has become a little worse within the promise', async () => {
    await app.fund('cid', 'BTC', '1');
    const first = await quoteOf('cid');
    await place({ pair: 'BTC-USDT', operation: 'buy', quantity: '1', price: '60500' });
    const better = await accept('cid', first.id);
    expect(Number(better.body.received)).toBeGreaterThan(Number(first.receive));
    await app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
    await place({ pair: 'ETH-USDT', operation: 'sell', quantity: '5', price: '2000' });
    await place({ pair: 'BTC-USDT', operation: 'buy', quantity: '1', price: '60000' });
    const second = await quoteOf('cid');
    await app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
    await place({ pair: 'ETH-USDT', operation: 'sell', quantity: '5', price: '2004' });
    await place({ pair: 'BTC-USDT', operation: 'buy', quantity: '1', price: '60000' });
    const worse = await accept('cid', second.id);
    expect(worse.status).toBe(200);
    expect(Number(worse.body.received)).toBeLessThan(Number(second.receive));
    expect(Number(worse.body.received)).toBeGreaterThanOrEqual(Number(second.least));
  });

  it('does nothing once the books give less than promised, or its seconds are over', async () => {
    await app.fund('dan', 'BTC', '1');
    const moved = await quoteOf('dan');
    await app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
    await place({ pair: 'ETH-USDT', operation: 'sell', quantity: '5', price: '2100' });
    await place({ pair: 'BTC-USDT', operation: 'buy', quantity: '1', price: '60000' });
    for (const _ of ['sent', 'sent again'])
      expect(await accept('dan', moved.id)).toMatchObject({ status: 409, body: { code: 'price_changed' } });
    const late = await quoteOf('dan');
    now += 15_001;
    expect(await accept('dan', late.id)).toMatchObject({ status: 409, body: { code: 'quote_expired' } });
    expect(await app.balance('dan')).toMatchObject({ BTC: { actual: '1', orders: '0' } });
  });

  it('is its owner’s alone, and cannot be made up', async () => {
    await app.fund('eve', 'BTC', '1');
    const { id } = await quoteOf('ann');
    expect(await accept('eve', id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await accept('ann', `${id.slice(0, -3)}AAA`)).toMatchObject({ status: 404 });
    expect(await accept('ann', 'x')).toMatchObject({ status: 404 });
  });

  it('is refused to whoever has spent the money meanwhile', async () => {
    await app.fund('fay', 'BTC', '0.1');
    const [one, two] = [await quoteOf('fay'), await quoteOf('fay')];
    expect((await accept('fay', one.id)).status).toBe(200);
    expect(await accept('fay', two.id)).toMatchObject({
      status: 422,
      body: { code: 'insufficient_balance' },
    });
  });
});
