import { recurringSwapEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { tradingModule, tradingOf } from '#modules/trading/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import { swapModule } from '../index.ts';
import { runDue } from './run-recurring.ts';

let app: TradingApp;
const start = new Date('2026-03-01T12:00:00Z').getTime();
const day = 86_400_000;
let now = start;

const call = (
  as: string,
  options: { method?: 'POST' | 'PATCH' | 'DELETE'; id?: string; body?: object } = {},
) =>
  app.call({
    ...{
      method: options.method ?? 'GET',
      path: `exchange/recurring${options.id ? `/${options.id}` : ''}`,
      as,
    },
    ...(options.body && { body: options.body }),
  });
const daily = { from: 'USDT', to: 'BTC', amount: '100', every: 'day' };
const create = async (as: string, body: object = daily) => {
  const { body: answer } = await call(as, { method: 'POST', body });
  return recurringSwapEndpoints.create.response.parse(answer);
};
const only = async (as: string) => {
  const { results } = recurringSwapEndpoints.list.response.parse((await call(as)).body);
  expect(results).toHaveLength(1);
  return results[0];
};
const run = async () => runDue(await tradingOf(app.platform));
const notices = async (name: string) => {
  const { rows } = await app.test.database.pool.query(
    'select template from user_notifications where user_id = $1 order by id',
    [userId(name)],
  );
  return rows.map(({ template }) => template.replace('recurring_swap_', ''));
};

beforeAll(async () => {
  app = await createTradingApp({
    modules: [tradingModule, swapModule, walletModule],
    clock: { now: () => new Date(now) },
  });
  await app.fund('maker', 'BTC', '10');
});

afterAll(() => app.close());

beforeEach(async () => {
  await app.test.database.pool.query("update recurring_swaps set status = 'ended'");
  await app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
  const order = { type: 0, pair: 'BTC-USDT', operation: 'sell', quantity: '1', price: '50000' };
  await app.call({ method: 'POST', path: 'orders', as: 'maker', body: order });
});

it('swaps at once and then every day, once for all the days on which the server was off', async () => {
  await app.fund('ann', 'USDT', '1000');
  await create('ann');
  await run();
  await run();
  expect(await only('ann')).toMatchObject({
    next: new Date(now + day).toISOString(),
    runs: [{ outcome: 'done', given: '100', received: expect.stringMatching(/^0\.001/) }],
  });
  now += 10 * day + 3_600_000;
  await run();
  await run();
  const recurring = await only('ann');
  expect(recurring?.runs).toHaveLength(2);
  expect(recurring?.next).toBe(new Date(start + 11 * day).toISOString());
  expect((await app.balance('ann')).USDT).toMatchObject({ actual: '800' });
  await vi.waitFor(async () => expect(await notices('ann')).toEqual(['done', 'done']));
});

it('skips what cannot be done and says why, and is paused after three in a row', async () => {
  await app.fund('bob', 'USDT', '250');
  const { id } = await create('bob', { ...daily, amount: '200' });
  for (let times = 0; times < 5; times += 1) {
    await run();
    now += day;
  }
  const recurring = await only('bob');
  expect(recurring).toMatchObject({ status: 'paused', next: null });
  expect(recurring?.runs.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
    ...['balance', 'balance', 'balance', 'done'],
  ]);
  expect(await notices('bob')).toEqual([
    ...['done', 'skipped_balance', 'skipped_balance', 'skipped_balance', 'paused'],
  ]);
  await app.fund('bob', 'USDT', '500');
  await call('bob', { method: 'PATCH', id, body: { status: 'active' } });
  await run();
  expect((await only('bob'))?.runs).toHaveLength(4);
  now += day;
  await run();
  expect((await only('bob'))?.runs[0]).toMatchObject({ outcome: 'done', given: '200' });
});

it('refuses an amount that no market can fill, and takes one while the market has nothing to offer', async () => {
  const ask = async (amount: string) =>
    (await call('eve', { method: 'POST', body: { ...daily, amount } })).body;
  expect((await ask('0.000001')).code).toBe('amount_too_small');
  expect((await ask('900000000')).code).toBe('amount_too_large');
  await app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
  expect((await ask('100')).status).toBe('active');
});

it('skips while the market is closed or has nothing to offer', async () => {
  await app.fund('cid', 'USDT', '1000');
  await create('cid');
  await app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
  await run();
  expect((await only('cid'))?.runs[0]).toMatchObject({ outcome: 'skipped', reason: 'market' });
  expect((await app.balance('cid')).USDT).toMatchObject({ actual: '1000', orders: '0' });
});

it('skips for whoever has joined the staff, who do not trade', async () => {
  await app.fund('joe', 'USDT', '1000');
  await create('joe');
  await app.test.database.pool.query(
    `insert into users (id, email, username, username_skeleton, password_hash, roles, first_name, last_name, country, birthday, referral_code,
       terms_accepted_at, privacy_accepted_at)
     values ($1, 'joe@example.test', 'joe', 'joe', '', '{treasury}', 'Joe', 'Test', 'ES', '1990-01-01', 'joe', now(), now())
     on conflict (id) do update set roles = excluded.roles`,
    [userId('joe')],
  );
  await run();
  expect(await only('joe')).toMatchObject({ runs: [{ outcome: 'skipped' }] });
  expect((await app.balance('joe')).USDT).toMatchObject({ actual: '1000' });
});

it('happens once when the server died after the swap and before it was written down', async () => {
  await app.fund('dan', 'USDT', '1000');
  await create('dan');
  const { pool } = app.test.database;
  await pool.query('alter table recurring_swap_runs add constraint refuse check (outcome is null) not valid');
  await run();
  expect((await only('dan'))?.runs).toEqual([]);
  expect((await app.balance('dan')).USDT).toMatchObject({ actual: '900' });
  await pool.query('alter table recurring_swap_runs drop constraint refuse');
  // Meanwhile everything costs something else.
  await app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
  await run();
  expect((await only('dan'))?.runs).toMatchObject([{ outcome: 'done', given: '100' }]);
  expect((await app.balance('dan')).USDT).toMatchObject({ actual: '900' });
});

it('is its owner’s alone, ends when they say so, and has its bounds', async () => {
  const { id } = await create('eve', { ...daily, starts: new Date(now + day).toISOString() });
  await run();
  expect((await only('eve'))?.runs).toEqual([]);
  for (const method of ['PATCH', 'DELETE'] as const)
    expect(
      await call('bob', { method, id, ...(method === 'PATCH' && { body: { status: 'paused' } }) }),
    ).toMatchObject({ status: 404 });
  expect((await call('eve', { method: 'DELETE', id })).status).toBe(200);
  expect(await call('eve', { method: 'DELETE', id })).toMatchObject({ status: 404 });
  const refusals = [
    [{ starts: new Date(now - 2 * day).toISOString() }, 'start_out_of_range'],
    [{ starts: new Date(now + 400 * day).toISOString() }, 'start_out_of_range'],
    [{ amount: '0' }, 'amount_too_small'],
    [{ to: 'USDT' }, 'not_suitable_pair'],
    [{ every: 'hour' }, 'unprocessable_entity'],
  ] as const;
  for (const [change, code] of refusals)
    expect(await call('eve', { method: 'POST', body: { ...daily, ...change } })).toMatchObject({
      status: 422,
      body: { code },
    });
  const starts = new Date(now + day).toISOString();
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => call('eve', { method: 'POST', body: { ...daily, starts } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    body: { code: 'recurring_limit_reached' },
  });
});
