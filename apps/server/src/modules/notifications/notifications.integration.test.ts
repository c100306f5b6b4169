import { walletEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tradingModule } from '#modules/trading/index.ts';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import { insertNotification, notificationsModule } from './index.ts';

let app: TradingApp;

beforeAll(async () => {
  app = await createTradingApp({ modules: [tradingModule, notificationsModule] });
});

afterAll(() => app.close());

const list = async (as: string, language = 'en') => {
  const answer = await app.app.inject({
    url: '/api/v1/user_notifications/',
    headers: { authorization: `Bearer ${as}`, 'accept-language': language },
  });
  const body = walletEndpoints.notifications.response.parse(answer.json());
  expect(body).toEqual(answer.json());
  return body.results;
};

const tell = (name: string, key: string) =>
  insertNotification(app.test.database.kysely, {
    userId: userId(name),
    template: 'stop_fired',
    params: { order: 7, pair: 'BTC-USDT' },
    key,
  });

it('are told once, in the language of whoever reads, the newest first, until dismissed', async () => {
  await tell('ann', 'one');
  await tell('ann', 'two');
  expect(await tell('ann', 'two')).toBe(false);
  const [newest, oldest] = await list('ann');
  expect(newest?.text).toContain('BTC-USDT');
  expect(Number(newest?.id)).toBeGreaterThan(Number(oldest?.id));
  expect((await list('ann', 'ru'))[0]?.text).toMatch(/[а-я]/);
  const dismiss = (as: string) =>
    app.call({ method: 'DELETE', path: `user_notifications/${newest?.id}/`, as });
  expect(await dismiss('bob')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await dismiss('ann')).toEqual({ status: 200, body: {} });
  expect(await dismiss('ann')).toMatchObject({ status: 404 });
  expect(await list('ann')).toEqual([oldest]);
});

it('stay unread until their owner has seen them, those that come meanwhile included', async () => {
  await tell('eve', 'first');
  await tell('eve', 'second');
  const read = async (as: string, up_to: string | undefined, from?: string) =>
    (await app.call({ method: 'POST', path: 'user_notifications/read', as, body: { up_to, from } })).body;
  const [second, first] = await list('eve');
  expect([second?.read, first?.read]).toEqual([false, false]);
  await read('bob', second?.id);
  expect((await app.call({ path: 'user_notifications', as: 'eve' })).body.unread).toBe(2);
  // Of three new ones, only the newest was on the screen.
  await tell('eve', 'third');
  const [third] = await list('eve');
  expect(await read('eve', third?.id, third?.id)).toEqual({ unread: 2 });
  expect(await read('eve', first?.id)).toEqual({ unread: 1 });
  expect((await list('eve')).map((each) => each.read)).toEqual([true, false, true]);
  expect(await read('eve', second?.id)).toEqual({ unread: 0 });
  expect(await read('eve', 'x')).toMatchObject({ code: 'unprocessable_entity' });
});

const place = (as: string, body: object) => app.call({ method: 'POST', path: 'orders', as, body });
const order = { type: 0, pair: 'BTC-USDT', quantity: '0.001', price: '50000' };

/** Has a stop of dan's fire. */
async function fireStop(quantity: string): Promise<void> {
  await place('cid', { ...order, operation: 'buy' });
  await place('dan', { ...order, operation: 'sell' });
  await place('dan', { type: 2, pair: 'BTC-USDT', operation: 'sell', quantity, stop_price: '49000' });
  await place('cid', { ...order, operation: 'buy', quantity: '0.01', price: '49000' });
  await place('dan', { ...order, operation: 'sell', price: '49000' });
}

const untilTold = (text: string, who = 'dan') =>
  vi.waitFor(async () => expect((await list(who))[0]?.text).toBe(text));

it('are made when a stop fires, and say what it was', async () => {
  await app.fund('cid', 'USDT', '100000');
  await app.fund('dan', 'BTC', '1');
  await fireStop('0.0025');
  await untilTold('BTC-USDT: sell 0.0025 BTC. The stop price of 49,000 USDT was reached.');
  expect((await list('dan', 'it'))[0]?.text).toContain('0,0025 BTC');
});

it('tell of a buy by its total what it spends', async () => {
  await app.fund('ivo', 'USDT', '1000');
  await place('ivo', { type: 2, pair: 'BTC-USDT', operation: 'buy', total: '100.5', stop_price: '52000' });
  await place('dan', { ...order, operation: 'sell', quantity: '0.01', price: '52000' });
  await place('cid', { ...order, operation: 'buy', quantity: '0.005', price: '52000' });
  await untilTold('BTC-USDT: buy for 100.5 USDT. The stop price of 52,000 USDT was reached.', 'ivo');
});

it('are told as soon as the database takes them, when it refused, and hold up no list meanwhile', async () => {
  const { pool } = app.test.database;
  const { projections } = app.platform;
  await pool.query('alter table user_notifications add constraint refuse check (false) not valid');
  await fireStop('0.0031');
  const { batch } = app.runtime.position;
  expect(await projections.caughtUp(['orders', 'ledger'], batch, 30_000)).toBe(true);
  expect(await projections.caughtUp('notices', batch, 300)).toBe(false);
  expect((await app.call({ path: 'orders', as: 'dan' })).status).toBe(200);
  await pool.query('alter table user_notifications drop constraint refuse');
  await untilTold('BTC-USDT: sell 0.0031 BTC. The stop price of 49,000 USDT was reached.');
});

it('are made of what the journal says, when the server died before it told anybody', async () => {
  const { pool } = app.test.database;
  const kept = () => pool.query('select key, user_id, template, params from user_notifications order by key');
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      "select batch::float8 as batch from follower_checkpoints where name = 'notices'",
    );
    expect(rows).toEqual([{ batch: app.runtime.position.batch }]);
  });
  const { rows: before } = await kept();
  expect(before.map(({ template }) => template)).toContain('stop_fired_sell');
  await app.stop();
  // As if it had been killed between the commit and the notice.
  await pool.query("delete from user_notifications where key like 'stop_fired:%'");
  await pool.query("update follower_checkpoints set batch = 0, event = 0 where name = 'notices'");
  const { test } = app;
  app = await createTradingApp({ modules: [tradingModule, notificationsModule], test });
  await vi.waitFor(async () => expect((await kept()).rows).toEqual(before));
});
