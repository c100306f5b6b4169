import { walletEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tradingModule } from '#modules/trading/index.ts';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import { notificationsModule } from './index.ts';
import { insertNotification } from './notifications.ts';

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
  return walletEndpoints.notifications.response.parse(answer.json()).results;
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
  expect(await tell('ann', 'two')).toBeUndefined();
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

it('are made when a stop fires', async () => {
  await app.fund('cid', 'USDT', '10000');
  await app.fund('dan', 'BTC', '1');
  const place = (as: string, body: object) => app.call({ method: 'POST', path: 'orders', as, body });
  const order = { type: 0, pair: 'BTC-USDT', quantity: '0.001', price: '50000' };
  await place('cid', { ...order, operation: 'buy' });
  await place('dan', { ...order, operation: 'sell' });
  const stop = { type: 2, pair: 'BTC-USDT', operation: 'sell', quantity: '0.001', stop_price: '49000' };
  const { body } = await place('dan', stop);
  await place('cid', { ...order, operation: 'buy', quantity: '0.002', price: '49000' });
  await place('dan', { ...order, operation: 'sell', price: '49000' });
  await vi.waitFor(async () => {
    const [notice] = await list('dan');
    expect(notice?.text).toContain(body.id);
  });
});

it('announces to everyone what counts now, in their language where there is a text in it', async () => {
  await app.test.database.pool.query(`
    insert into announcements (title, text, published_at, ends_at) values
      ('{"en": "Over"}', '{"en": "Over"}', now() - interval '2 days', now() - interval '1 day'),
      ('{"en": "Soon"}', '{"en": "Soon"}', now() + interval '1 day', null),
      ('{"en": "Now", "es": "Ahora"}', '{"en": "Text"}', now() - interval '1 day', null)
  `);
  const answer = await app.app.inject({
    url: '/api/public/v1/notifications/',
    headers: { 'accept-language': 'es' },
  });
  expect(walletEndpoints.announcements.response.parse(answer.json()).results).toMatchObject([
    { title: 'Ahora', text: 'Text' },
  ]);
});
