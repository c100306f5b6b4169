import { afterAll, beforeAll, expect, it } from 'vitest';
import { tradingModule } from '#modules/trading/index.ts';
import { createTradingApp, type TradingApp } from '#testing/trading-app.ts';
import { readProgress } from './store.ts';
import { type AlertsApp, createAlertsApp, pair } from './testing/alerts-app.ts';

let first: AlertsApp;

beforeAll(async () => {
  first = await createAlertsApp();
});
afterAll(() => first.test.drop());

/** A server of the same exchange on which nobody looks at alerts, as if it died before it could. */
async function tradeUnseen(prices: readonly string[]): Promise<void> {
  const app: TradingApp = await createTradingApp({ modules: [tradingModule], test: first.test });
  for (const price of prices)
    for (const [as, operation] of [
      ['seller', 'sell'],
      ['buyer', 'buy'],
    ] as const) {
      const body = { type: 0, pair, operation, quantity: '0.001', price };
      expect((await app.call({ method: 'POST', path: 'orders', as, body })).status).toBe(200);
    }
  await app.stop();
}

it('goes on after a restart: what waited waits, what was missed fires, what came before it was set does not', async () => {
  await first.trade('50500');
  await first.trade('50000');
  await first.set('ann', '50400');
  await first.set('ann', '50900');
  await first.set('bob', '49000', { direction: 'below' });
  await first.stop();

  // A spike that is gone again, and a last price that stays.
  await tradeUnseen(['50450', '48900']);

  const second = await createAlertsApp(first.test);
  await expect
    .poll(async () => (await second.alerts('ann')).fired)
    .toMatchObject([{ value: '50400', fired_value: '50450' }]);
  await expect
    .poll(async () => (await second.alerts('bob')).fired)
    .toMatchObject([{ value: '49000', fired_value: '48900' }]);
  expect((await second.alerts('ann')).active).toMatchObject([{ value: '50900' }]);
  await second.trade('50950');
  await expect.poll(async () => (await second.alerts('ann')).active).toEqual([]);
  await second.stop();

  const third = await createAlertsApp(first.test);
  await third.trade('50960');
  await third.stop();
  expect(await third.notifications()).toHaveLength(3);
});

it('looks again only at the trades that nobody has looked at', async () => {
  const app = await createAlertsApp(first.test);
  await app.set('cid', '60000');
  await app.trade('50970');
  const lastTrade = await app.runtime.read((exchange) => exchange.lastTradeId);
  await app.stop();
  expect(await readProgress(first.test.database.kysely)).toBe(lastTrade);
});
