import { marketDataEndpoints, sparklineEndpoints } from '@emporion/contracts/rest';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { durableFollowers } from '#durable-followers.ts';
import { swapModule } from '#modules/swap/index.ts';
import { tradingModule } from '#modules/trading/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { realtimeModule } from '#realtime/index.ts';
import { withoutPatience } from '#testing/patient-projections.ts';
import { createTradingApp, type TradingApp } from '#testing/trading-app.ts';
import { feedsModule } from './index.ts';
import { bookOf, connectFollower, type Follower } from './testing/follower.ts';

let app: TradingApp;
let origin: string;
const followers: Follower[] = [];
const pair = 'BTC-USDT';

async function connect(): Promise<Follower> {
  const follower = await connectFollower(origin);
  followers.push(follower);
  return follower;
}

async function place(
  as: string,
  operation: 'buy' | 'sell',
  quantity: string,
  price: string,
  client_order_id?: string,
) {
  const body = { type: 0, pair, operation, quantity, price, client_order_id };
  const answer = await app.call({ method: 'POST', path: 'orders', as, body });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Asks twice, the second time with what the first answer was marked with. */
async function askedAgain(path: string) {
  const url = `/api/public/v1/${path}`;
  const first = await app.app.inject({ url });
  const { etag, 'cache-control': cacheControl } = first.headers;
  const again = await app.app.inject({ url, headers: { 'if-none-match': String(etag) } });
  return { again: again.statusCode, cacheControl };
}

/** Nothing is written to the table meanwhile, so the projections stand still. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  // A feed that waits for the history when the table is locked would wait with the patience of tests, for minutes.
  const { projections } = app.platform;
  const histories = durableFollowers.map(({ name }) => name);
  expect(await projections.caughtUp(histories, app.runtime.position.batch)).toBe(true);
  const lock = await app.test.database.pool.connect();
  try {
    await lock.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
    await withoutPatience(app.platform.projections, work);
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
}

/** Does something, and waits until somebody has waited for the history in vain. */
async function untilWaitedInVain(work: () => Promise<void>): Promise<void> {
  const asked = vi.spyOn(app.platform.projections, 'caughtUp');
  await work();
  await vi.waitFor(() =>
    expect(asked.mock.settledResults).toContainEqual({ type: 'fulfilled', value: false }),
  );
  asked.mockRestore();
}

beforeAll(async () => {
  app = await createTradingApp({
    modules: [realtimeModule, tradingModule, walletModule, swapModule, feedsModule],
  });
  origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
  for (const name of ['ann', 'bob']) {
    await app.fund(name, 'USDT', '1000000');
    await app.fund(name, 'BTC', '20');
  }
});
afterEach(async () => {
  for (const follower of followers.splice(0)) follower.close();
  for (const as of ['ann', 'bob']) await app.call({ method: 'DELETE', path: 'orders', as });
});
afterAll(() => app.close());

it('tells every socket that coins and pairs changed, whichever process changed them', async () => {
  const follower = await connect();
  const rules = async () => {
    const { body } = await app.call({ path: 'pairs' });
    return body.pairs.find(({ code }: { code: string }) => code === 'TRX-USDT')?.rules.state;
  };
  expect(await rules()).toBe('open');
  // Written past this process, and so past its caches.
  const { pool } = app.test.database;
  await pool.query("update coins set pairs_disabled = true where code = 'TRX'");
  const { markets } = await follower.until('status');
  expect(await rules()).toBe('cancel_only');
  await pool.query("update coins set pairs_disabled = false where code = 'TRX'");
  await follower.until('status', (status) => status.markets !== markets);
  expect(await rules()).toBe('open');
});

describe('the book', () => {
  it('comes whole, and then change by change', async () => {
    await place('ann', 'buy', '0.5', '50000');
    const follower = await connect();
    follower.add('stack', { pair });
    expect(await follower.until('stack')).toMatchObject({
      sequence: 0,
      pair,
      precision: '0.01',
      bids: [['50000', '0.5']],
      asks: [],
    });
    await place('bob', 'sell', '0.25', '51000');
    expect(await follower.until('stack', ({ sequence }) => sequence === 1)).toMatchObject({
      bids: [],
      asks: [['51000', '0.25']],
    });
    await app.call({ method: 'DELETE', path: 'orders', as: 'ann' });
    expect(await follower.until('stack', ({ sequence }) => sequence === 2)).toMatchObject({
      bids: [['50000', '0']],
      asks: [],
    });
  });

  it('groups bids down and asks up, so that nothing looks better than it is', async () => {
    await place('ann', 'buy', '0.5', '50019.99');
    await place('ann', 'buy', '0.5', '50011');
    await place('bob', 'sell', '0.25', '50020.01');
    const follower = await connect();
    follower.add('stack', { pair, precision: '10' });
    expect(await follower.until('stack')).toMatchObject({
      precision: '10',
      bids: [['50010', '1']],
      asks: [['50030', '0.25']],
    });
    const { body } = await app.call({ path: `stack/${pair}/?precision=10` });
    expect(marketDataEndpoints.book.response.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      bids: [['50010', '1']],
      asks: [['50030', '0.25']],
    });
  });

  it('is, for every follower of every grouping, the book of the exchange after wild trading', async () => {
    const steps = ['0.01', '1', '100'];
    const one = await connect();
    for (const precision of steps) one.add('stack', { pair, precision });
    await one.until('stack', ({ precision }) => precision === '100');
    let late: Follower | undefined;
    for (let round = 0; round < 120; round += 1) {
      const side = round % 2 === 0 ? 'buy' : 'sell';
      const price = 50_000 + ((round * 7_919) % 101) - (side === 'buy' ? 60 : 40);
      await place(
        round % 3 === 0 ? 'ann' : 'bob',
        side,
        `0.00${1 + (round % 9)}`,
        `${price}.${round % 100}`.replace(/\.0$/, ''),
      );
      if (round === 60) {
        late = await connect();
        late.add('stack', { pair, precision: '1' });
      }
    }
    for (const follower of [one, late]) {
      for (const precision of follower === one ? steps : ['1']) {
        const { body } = await app.call({ path: `stack/${pair}/?precision=${precision}&limit=200` });
        const messages = () =>
          follower?.ofKind('stack').filter((message) => message.precision === precision) ?? [];
        await expect.poll(() => bookOf(messages())).toEqual({ bids: body.bids, asks: body.asks });
      }
    }
  });

  it.each([
    [{ pair: 'ABC-USDT' }, 'invalid_trading_pair'],
    [{ pair, precision: '0.03' }, 'value_not_allowed'],
  ])('of %j is refused', async (params, code) => {
    const follower = await connect();
    follower.add('stack', params);
    expect(await follower.until('error')).toMatchObject({ code, command: 'add_stack' });
  });
});

describe('trades', () => {
  it('reach everyone, and the two who traded as their own deals', async () => {
    const [anyone, ann] = [await connect(), await connect()];
    anyone.add('trades', { pair });
    ann.logIn('ann');
    const before = (await anyone.until('trades')).results.length;
    const { id } = await place('ann', 'sell', '0.4', '50000', 'ask-1');
    await place('bob', 'buy', '0.1', '50000');
    const told = await anyone.until('trades', ({ sequence }) => sequence === 1);
    expect(told.results).toMatchObject([{ pair, operation: 'buy', price: '50000', quantity: '0.1' }]);
    const [deal, ...others] = (await ann.until('deals')).results;
    expect(others).toEqual([]);
    expect(deal).toMatchObject({ order_id: id, role: 'maker', operation: 'sell', total: '5000' });
    const { results } = (await app.call({ path: 'my-trades', as: 'ann' })).body;
    expect(deal).toEqual({ ...results[0], client_order_id: 'ask-1' });
    expect(anyone.ofKind('deals')).toEqual([]);
    const { body } = await app.call({ path: `trades/${pair}/` });
    expect(body.results).toHaveLength(before + 1);
    expect(body.results[0]).toEqual(told.results[0]);
  });

  it('of a swap carry the amounts of its receipt', async () => {
    const ann = await connect();
    ann.logIn('ann');
    await place('bob', 'sell', '0.1', '50000');
    const body = { from: 'USDT', to: 'BTC', amount: '1000', min_receive: '0.019' };
    const done = await app.call({ method: 'POST', path: 'exchange', as: 'ann', body });
    expect(done.status).toBe(200);
    const [deal] = (await ann.until('deals')).results;
    const { from, to, given, received } = done.body;
    expect(deal?.swap).toEqual({ id: deal?.order_id, from, to, given, received });
    expect(Number(deal?.quantity)).toBeGreaterThan(Number(received));
  });

  it('move the candles and the figures of the pair', async () => {
    const follower = await connect();
    follower.add('candles', { pair, timeframe: '1m' });
    follower.add('pairs_volume');
    await follower.until('candles');
    await follower.until('pairs_volume');
    await place('ann', 'sell', '0.2', '50123');
    await place('bob', 'buy', '0.2', '50123');
    await place('ann', 'sell', '0.2', '50200');
    const candle = await follower.until(
      'candles',
      ({ sequence, results }) => sequence > 0 && results.some(({ close }) => close === '50123'),
    );
    expect(candle.results.at(-1)).toMatchObject({ close: '50123' });
    const figures = await follower.until('pairs_volume', ({ pairs }) =>
      pairs.some(({ code, ask }) => code === pair && ask === '50200'),
    );
    const { body } = await app.call({ path: 'pairs' });
    const listed = body.pairs.find(({ code }: { code: string }) => code === pair);
    expect(listed).toMatchObject(figures.pairs.find(({ code }) => code === pair) ?? {});
    expect(listed).toMatchObject({ price: '50123', ask: '50200', stack_precisions: expect.any(Array) });
    const lines = sparklineEndpoints.list.response.parse((await app.call({ path: 'sparklines/' })).body);
    expect(lines.pairs.find(({ code }) => code === pair)?.closes.at(-1)).toBe('50123');
    const candles = await app.call({ path: `candles/${pair}/?timeframe=1h` });
    expect(marketDataEndpoints.candles.response.parse(candles.body)).toEqual(candles.body);
    expect(candles.body.results.at(-1)).toMatchObject({ close: '50123' });
    const open = await askedAgain(`candles/${pair}/?timeframe=1h`);
    expect(open).toMatchObject({ again: 304, cacheControl: 'public, no-cache' });
    const closed = await askedAgain(`candles/${pair}/?timeframe=1h&before=1000000000`);
    expect(closed).toMatchObject({ again: 304, cacheControl: 'public, max-age=60' });
    const trades = await app.call({ path: `trades/${pair}/` });
    expect(marketDataEndpoints.trades.response.parse(trades.body)).toEqual(trades.body);
    expect(trades.body.results[0]).toMatchObject({ price: '50123' });
  });
});

describe('while the history is behind', () => {
  it('no list leaves out the newest in silence', async () => {
    await place('bob', 'sell', '0.01', '45000');
    await whileLocked('closed_orders', async () => {
      await place('ann', 'buy', '0.01', '45000', 'where-is-it');
      const paths = ['orders?client_order_id=where-is-it', 'orders?state=closed', 'my-trades'];
      for (const answer of await Promise.all(paths.map((path) => app.call({ path, as: 'ann' }))))
        expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    });
    await vi.waitFor(async () => {
      const { body } = await app.call({ path: 'orders?client_order_id=where-is-it', as: 'ann' });
      expect(body.results).toMatchObject([{ status: 'filled' }]);
    });
  });

  it('candles wait, and come when it has caught up', async () => {
    const follower = await connect();
    follower.add('candles', { pair, timeframe: '1M' });
    const volumeIn = ({ results }: { results: { volume: string }[] }) => Number(results.at(-1)?.volume ?? 0);
    await place('bob', 'sell', '0.01', '45000');
    await place('ann', 'buy', '0.01', '45000');
    const before = volumeIn(await follower.until('candles', (message) => volumeIn(message) > 0));
    await whileLocked('candles', () =>
      untilWaitedInVain(async () => {
        await place('bob', 'sell', '0.02', '45000');
        await place('ann', 'buy', '0.02', '45000');
      }),
    );
    await follower.until('candles', (message) => volumeIn(message) > before + 0.0199);
  });
});

describe("one's own", () => {
  it('orders and balances follow what happens to them, and nobody else sees them', async () => {
    const [ann, bob] = [await connect(), await connect()];
    for (const [follower, name] of [
      [ann, 'ann'],
      [bob, 'bob'],
    ] as const) {
      follower.logIn(name);
      for (const topic of ['opened_orders', 'closed_orders', 'balance', 'locked_balance'])
        follower.add(topic);
      follower.add('opened_orders_by_pair', { pair });
      await follower.until('opened_orders_by_pair');
    }
    const order = await place('ann', 'buy', '0.01', '40000');
    const opened = await ann.until('opened_orders', ({ results }) => results.length > 0);
    expect(opened.results).toEqual([order]);
    expect((await ann.until('opened_orders_by_pair', ({ results }) => results.length > 0)).pair).toBe(pair);
    await ann.until('balance', ({ balance }) => balance.USDT?.orders === '400');
    await app.call({ method: 'DELETE', path: `orders/${order.id}`, as: 'ann' });
    const closed = await ann.until('closed_orders', ({ results }) => results[0]?.id === order.id);
    expect(closed.results[0]).toMatchObject({ status: 'cancelled' });
    await ann.until('balance', ({ sequence, balance }) => sequence > 0 && balance.USDT?.orders === '0');
    expect(bob.ofKind('opened_orders').flatMap(({ results }) => results)).toEqual([]);
  });

  it('closed orders come also when the history was behind for longer than one waits for it', async () => {
    const ann = await connect();
    ann.logIn('ann');
    for (const topic of ['closed_orders', 'opened_orders']) ann.add(topic);
    await ann.until('closed_orders');
    const order = await place('ann', 'buy', '0.01', '40000');
    const { sequence: opened } = await ann.until('opened_orders', ({ results }) => results.length > 0);
    await whileLocked('closed_orders', () =>
      untilWaitedInVain(async () => {
        await app.call({ method: 'DELETE', path: `orders/${order.id}`, as: 'ann' });
        // What needs no history is told meanwhile.
        await ann.until('opened_orders', ({ sequence }) => sequence > opened);
      }),
    );
    await ann.until('closed_orders', ({ results }) => results[0]?.id === order.id);
  });

  it('deposits show in the wallet history, of all coins and of one', async () => {
    const ann = await connect();
    ann.logIn('ann');
    for (const topic of ['wallet_history', 'wallet_history_topups', 'wallet_history_withdrawals'])
      ann.add(topic);
    ann.add('wallet_history_ticker', { ticker: 'BTC' });
    await ann.until('wallet_history_ticker');
    await app.fund('ann', 'BTC', '0.125');
    const deposit = { kind: 'deposit', coin: 'BTC', amount: '0.125', status: 'completed' };
    for (const kind of ['wallet_history', 'wallet_history_topups', 'wallet_history_ticker'] as const)
      expect((await ann.until(kind, ({ sequence }) => sequence > 0)).results[0]).toMatchObject(deposit);
    expect((await ann.until('wallet_history_withdrawals')).results).toEqual([]);
  });

  it.each(['opened_orders', 'closed_orders', 'wallet_history'])(
    '%s beyond the last page that can be asked for are refused',
    async (topic) => {
      const ann = await connect();
      ann.logIn('ann');
      ann.add(topic, { page: 101 });
      const command = `add_${topic}`;
      expect(await ann.until('error')).toMatchObject({ code: 'unprocessable_entity', command });
    },
  );

  it('feeds are bounded for all sockets of an account together', async () => {
    const [one, other, bob] = [await connect(), await connect(), await connect()];
    for (const follower of [one, other]) follower.logIn('ann');
    bob.logIn('bob');
    for (let page = 1; page <= 60; page += 1) one.add('closed_orders', { page });
    await one.until('closed_orders', ({ page }) => page === 60);
    for (let page = 61; page <= 65; page += 1) other.add('closed_orders', { page });
    expect(await other.until('error')).toMatchObject({ code: 'too_many_subscriptions' });
    expect(other.ofKind('closed_orders')).toHaveLength(4);
    bob.add('closed_orders');
    await bob.until('closed_orders');
  });

  it('is not told to a visitor', async () => {
    const visitor = await connect();
    for (const topic of ['opened_orders', 'balance']) visitor.add(topic);
    expect(await visitor.until('error')).toMatchObject({ code: 'unauthorized' });
    expect(visitor.received.every(({ kind }) => kind === 'error')).toBe(true);
  });
});

describe('whoever comes as the last one leaves', () => {
  it.each([
    ['candles', { pair, timeframe: '5m' }],
    ['stack', { pair, precision: '10' }],
    ['opened_orders_by_pair', { pair }],
  ] as const)('hears the changes of %s', async (name, params) => {
    const [leaving, coming] = [await connect(), await connect()];
    for (const follower of [leaving, coming]) follower.logIn('ann');
    await coming.until('user_notification');
    for (let round = 0; round < 5; round += 1) {
      leaving.received.length = 0;
      coming.received.length = 0;
      leaving.add(name, params);
      await leaving.until(name);
      coming.add(name, params);
      leaving.del(name, params);
      await coming.until(name, ({ sequence }) => sequence === 0);
      await place('bob', 'sell', '0.01', `${50_300 + round * 20}`);
      await place('ann', 'buy', '0.02', `${50_300 + round * 20}`);
      await coming.until(name, ({ sequence }) => sequence > 0);
      coming.del(name, params);
    }
  });

  it('finds the chart that was left a moment ago, without reading it anew', async () => {
    const follower = await connect();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const params = { pair: 'ETH-USDT', timeframe: '1h' };
    for (let round = 0; round < 4; round += 1) {
      follower.received.length = 0;
      follower.add('candles', params);
      await follower.until('candles');
      follower.del('candles', params);
    }
    const readings = query.mock.calls.filter(([sql, values]: unknown[]) => {
      const [market, , , limit] = Array.isArray(values) ? values : [];
      return String(sql).includes('candle_seeds') && market === 'ETH-USDT' && limit === 300;
    });
    query.mockRestore();
    expect(readings).toHaveLength(1);
  });
});
