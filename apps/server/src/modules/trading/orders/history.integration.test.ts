import { orderEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountCallsAtOnce } from '#platform/http/account-turns.ts';
import { createTradingApp, type TradingApp } from '#testing/trading-app.ts';
import { tradingModule } from '../index.ts';

let app: TradingApp;

const place = (as: string, body: object) => app.call({ method: 'POST', path: 'orders', as, body });
const list = async (as: string, query: string) => {
  const { status, body } = await app.call({ path: `orders?${query}`, as });
  expect(status).toBe(200);
  const answer = orderEndpoints.list.response.parse(body);
  expect(answer).toEqual(body);
  return answer;
};
const ids = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);

/** Of ann: three that rest, one that is filled, one that is cancelled; in two pairs. */
const placed: Record<'open' | 'eth' | 'sell' | 'filled' | 'cancelled', string> = {
  open: '',
  eth: '',
  sell: '',
  filled: '',
  cancelled: '',
};

beforeAll(async () => {
  app = await createTradingApp({ modules: [tradingModule] });
  await app.fund('ann', 'USDT', '100000');
  await app.fund('ann', 'BTC', '10');
  await app.fund('bob', 'BTC', '10');
  const buy = { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.1', price: '50000' };
  const all = {
    open: { ...buy, client_order_id: 'my-open' },
    eth: { ...buy, pair: 'ETH-USDT', price: '2000' },
    sell: { ...buy, operation: 'sell', price: '70000' },
    cancelled: { ...buy, price: '40000', client_order_id: 'my-cancelled' },
    filled: { ...buy, price: '60000' },
  };
  for (const [name, body] of Object.entries(all)) {
    placed[name as keyof typeof placed] = (await place('ann', body)).body.id;
  }
  await app.call({ method: 'DELETE', path: `orders/${placed.cancelled}`, as: 'ann' });
  await place('bob', { ...buy, operation: 'sell', price: '60000' });
});

afterAll(() => app.close());

describe('the list of orders', () => {
  it.each([
    ['state=active', ['sell', 'eth', 'open']],
    ['state=done', ['filled']],
    ['state=canceled', ['cancelled']],
    ['state=closed', ['filled', 'cancelled']],
    ['state=closed&pair=ETH-USDT', []],
    ['', ['filled', 'cancelled', 'sell', 'eth', 'open']],
    ['pair=ETH-USDT', ['eth']],
    ['state=active&pair=BTC-USDT', ['sell', 'open']],
    ['operation=sell', ['sell']],
    ['client_order_id=my-open', ['open']],
    ['state=active&client_order_id=my-open', ['open']],
    ['client_order_id=my-cancelled', ['cancelled']],
    ['client_order_id=nobodys', []],
    ['state=active&operation=sell', ['sell']],
    ['type=0&state=done', ['filled']],
    ['type=4', []],
    ['from=2999-01-01T00:00:00Z', []],
    ['state=active&to=2001-01-01T00:00:00Z', []],
  ] as const)('with %j has what fits, the newest first', async (query, names) => {
    const { results, next } = await list('ann', query);
    expect(ids(results)).toEqual(names.map((name) => placed[name]));
    expect(next).toBeNull();
  });

  it.each(['state=active', ''])('goes page by page: %j', async (query) => {
    const whole = ids((await list('ann', query)).results);
    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const { results, next } = await list('ann', `${query}&limit=1${cursor}`);
      seen.push(...ids(results));
      if (next === null) break;
      cursor = `&cursor=${next}`;
    }
    expect(seen).toEqual(whole);
  });

  it.each([
    'cursor=nonsense',
    'state=active&cursor=1-2-3',
    'state=lost',
    'type=9',
    'pair=btc',
    'from=yesterday',
    'limit=0',
    'offset=3',
    'client_order_id=a%20b',
  ])('refuses %j', async (query) => {
    const { status, body } = await app.call({ path: `orders?${query}`, as: 'ann' });
    expect({ status, fields: Object.keys(body.fields) }).toEqual({
      status: 422,
      fields: [query.split('&').at(-1)?.split('=')[0]],
    });
  });

  it('shows a stranger nothing', async () => {
    expect((await list('stranger', '')).results).toEqual([]);
  });
});

it('lists the trades of one side', async () => {
  const sides = async (query: string) => {
    const { body } = await app.call({ path: `my-trades?${query}`, as: 'ann' });
    const answer = orderEndpoints.fills.response.parse(body);
    expect(answer).toEqual(body);
    return answer.results.map(({ operation }) => operation);
  };
  expect(await sides('')).toEqual(['buy']);
  expect(await sides('operation=buy')).toEqual(['buy']);
  expect(await sides('operation=sell')).toEqual([]);
});

it('cancels nothing where the pair is misspelled', async () => {
  const { status, body } = await app.call({ method: 'DELETE', path: 'orders?pairs=BTC-USDT', as: 'ann' });
  expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: ['pairs'] });
  expect((await list('ann', 'state=active')).results).not.toEqual([]);
});

it('cancels all orders of a pair, then all, and counts them', async () => {
  const cancelAll = (query: string) => app.call({ method: 'DELETE', path: `orders${query}`, as: 'ann' });
  expect((await cancelAll('?pair=BTC-USDT')).body).toEqual({ cancelled: 2 });
  expect((await cancelAll('')).body).toEqual({ cancelled: 1 });
  expect((await cancelAll('')).body).toEqual({ cancelled: 0 });
  expect(await cancelAll('?pair=BTC-EUR')).toMatchObject({ body: { code: 'invalid_trading_pair' } });
});

describe('200 calls of one account at once', () => {
  it('leave connections of the database to other accounts', async () => {
    const { pool } = app.test.database;
    const lock = await pool.connect();
    const answers: Promise<{ status: number }>[] = [];
    try {
      await lock.query('BEGIN; LOCK TABLE fills IN ACCESS EXCLUSIVE MODE');
      for (let call = 0; call < 200; call += 1)
        answers.push(app.call({ path: `orders/${placed.filled}`, as: 'ann' }));
      await vi.waitFor(async () => {
        const { rows } = await lock.query(
          "select count(*)::integer as count from pg_locks where relation = 'fills'::regclass and not granted",
        );
        expect(rows[0].count).toBe(accountCallsAtOnce);
      });
      // Were they at work, all connections would be taken, and this answer would never come.
      expect((await list('bob', 'state=closed')).results).toHaveLength(1);
      expect(pool.waitingCount).toBe(0);
      expect(pool.totalCount - pool.idleCount).toBe(accountCallsAtOnce + 1);
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
