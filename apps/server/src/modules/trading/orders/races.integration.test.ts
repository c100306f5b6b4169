import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walletModule } from '#modules/wallet/index.ts';
import { verifyJournal } from '#runtime/index.ts';
import { booked } from '#runtime/testing/booked.ts';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import { tradingModule } from '../index.ts';

let app: TradingApp;
const pair = 'BTC-USDT';

beforeAll(async () => {
  app = await createTradingApp({
    modules: [tradingModule, walletModule],
    env: { ORDER_RATE_PER_SECOND: '1000000' },
  });
});
afterAll(async () => {
  // Whatever raced: nothing was made or lost, and every hold has its order.
  expect(await verifyJournal(app.test.database.pool)).toMatchObject({ ok: true });
  await app.close();
});

const place = (as: string, body: object) => app.call({ method: 'POST', path: 'orders', as, body });
const limit = (operation: 'buy' | 'sell', quantity: string, price: string) => ({
  type: 0,
  pair,
  operation,
  quantity,
  price,
});
const cancel = (as: string, id: string) => app.call({ method: 'DELETE', path: `orders/${id}`, as });
const read = async (as: string, id: string) => (await app.call({ path: `orders/${id}`, as })).body;
const times = <Value>(count: number, each: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => each(index)));

let people = 0;
/** Somebody with 100,000 USDT and 2 BTC, and nothing else. */
async function somebody(): Promise<string> {
  people += 1;
  const name = `racer${people}`;
  await app.fund(name, 'USDT', '100000');
  await app.fund(name, 'BTC', '2');
  return name;
}

describe('a cancel that races', () => {
  it('fills releases the hold once, whoever is first', async () => {
    const [maker, taker] = [await somebody(), await somebody()];
    for (let round = 0; round < 20; round += 1) {
      const { body } = await place(maker, limit('sell', '0.01', '50000'));
      const taking = () => place(taker, { ...limit('buy', '0.004', '50000'), time_in_force: 'ioc' });
      const cancels = await times(3, async (index) => {
        const [answer] = await Promise.all([
          cancel(maker, body.id),
          index === round % 4 ? taking() : undefined,
        ]);
        return answer;
      });
      expect(cancels.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body: answer } of cancels)
        if (status !== 200) expect([status, answer.code]).toEqual([409, 'order_already_cancelled']);
      const { order } = await read(maker, body.id);
      expect([order.status, order.filled]).toEqual(['cancelled', expect.stringMatching(/^0(\.004)?$/)]);
    }
    expect((await app.balance(maker)).BTC?.orders).toBe('0');
  });

  it('an amendment leaves the order changed or gone, and the hold with it', async () => {
    const maker = await somebody();
    const before = await app.balance(maker);
    for (let round = 0; round < 20; round += 1) {
      const { body } = await place(maker, limit('buy', '0.01', '40000'));
      const amend = (change: object) =>
        app.call({ method: 'PATCH', path: `orders/${body.id}`, as: maker, body: change });
      const [grown, gone, shrunk] = await Promise.all([
        amend({ quantity: '0.02' }),
        cancel(maker, body.id),
        amend({ quantity: '0.005', price: '41000' }),
      ]);
      expect(gone.status).toBe(200);
      for (const { status } of [grown, shrunk]) expect([200, 409]).toContain(status);
    }
    expect(await app.balance(maker)).toEqual(before);
  });
});

describe('one balance', () => {
  it('is spent once, however many orders want it at once', async () => {
    const name = await somebody();
    const answers = await times(100, () => place(name, limit('buy', '2', '49000')));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'placed' : body.code));
    expect(codes.filter((code) => code === 'placed')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['placed', 'insufficient_balance']));
    await app.call({ method: 'DELETE', path: 'orders', as: name });
  });

  it('is not both withdrawn and sold', async () => {
    const name = await somebody();
    const account = userId(name);
    const answers = await times(40, (index) =>
      index % 2
        ? place(name, limit('sell', '2', '60000')).then(({ status }) => status === 200)
        : app.runtime
            .execute({
              kind: 'HoldWithdrawal',
              ...booked(`withdrawal:${index}:hold`),
              network: 'testnet',
              withdrawalId: `w${index}`,
              account,
              coin: 'BTC',
              amount: 150_000_000n,
              fee: 0n,
            })
            .then(({ status }) => status === 'accepted'),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    await app.call({ method: 'DELETE', path: 'orders', as: name });
  });

  it('by a market order on a thin book is not spent beyond the budget, and the rest is given back', async () => {
    const [maker, taker] = [await somebody(), await somebody()];
    await place(maker, limit('sell', '0.001', '50000'));
    const before = Number((await app.balance(taker)).USDT?.actual);
    const { body } = await app.call({
      method: 'POST',
      path: 'market',
      as: taker,
      body: { pair, operation: 'buy', total: '90000' },
    });
    expect(body).toMatchObject({ filled: '0.001', total: '50', reason: 'unfilled' });
    expect(await app.balance(taker)).toMatchObject({ USDT: { actual: String(before - 50), orders: '0' } });
  });
});

describe('the same client order id', () => {
  it('with another order is refused, also while the first is on its way', async () => {
    const name = await somebody();
    const answers = await times(50, (index) =>
      place(name, { ...limit('buy', '0.001', String(30_000 + index)), client_order_id: 'one' }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.code]).toEqual([409, 'duplicate_transaction']);
    const { body } = await app.call({ path: 'orders?state=active', as: name });
    expect(body.results).toHaveLength(1);
  });

  it('is everybody’s own: another user’s is no obstacle and tells nothing', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const order = { ...limit('buy', '0.001', '30000'), client_order_id: 'shared' };
    const [first, second] = [await place(one, order), await place(other, order)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.id).not.toBe(second.body.id);
  });
});

describe('somebody who meets themselves', () => {
  it('does not trade, and gains no volume', async () => {
    const name = await somebody();
    await place(name, limit('sell', '0.01', '45000'));
    const { body } = await place(name, { ...limit('buy', '0.01', '45000'), self_trade: 'newest' });
    expect(body).toMatchObject({ status: 'cancelled', reason: 'self_trade', filled: '0' });
    expect(await app.platform.projections.caughtUp('orders', app.runtime.position.batch, 30_000)).toBe(true);
    const { rows } = await app.test.database.pool.query('SELECT * FROM traded_volumes WHERE account = $1', [
      userId(name),
    ]);
    expect(rows).toEqual([]);
    await app.call({ method: 'DELETE', path: 'orders', as: name });
  });
});
