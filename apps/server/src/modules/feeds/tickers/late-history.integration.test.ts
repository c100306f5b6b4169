import { afterAll, expect, it } from 'vitest';
import { tradingModule } from '#modules/trading/index.ts';
import { realtimeModule } from '#realtime/index.ts';
import type { TestDatabase } from '#testing/database.ts';
import { createTradingApp, type TradingApp } from '#testing/trading-app.ts';
import { feedsModule } from '../index.ts';

const pair = 'BTC-USDT';
const tests: TestDatabase[] = [];
afterAll(async () => {
  for (const test of tests) await test.drop();
});

const modules = [realtimeModule, tradingModule, feedsModule];

async function trade(app: TradingApp, price: string): Promise<void> {
  for (const [as, operation] of [
    ['seller', 'sell'],
    ['buyer', 'buy'],
  ] as const) {
    const body = { type: 0, pair, operation, quantity: '0.5', price };
    expect((await app.call({ method: 'POST', path: 'orders', as, body })).status).toBe(200);
  }
}

it('knows the tickers and the tape at a start at which the history is at the first batch', async () => {
  const first = await createTradingApp({ modules, history: false });
  tests.push(first.test);
  await first.fund('seller', 'BTC', '10');
  await first.fund('buyer', 'USDT', '1000000');
  for (const price of ['50000', '52000', '51000']) await trade(first, price);
  await first.stop();

  const second = await createTradingApp({ modules, history: false, test: first.test });
  await trade(second, '50500');
  const { body } = await second.call({ path: 'pairs_volume' });
  expect(body.pairs.find(({ code }: { code: string }) => code === pair)).toMatchObject({
    price: '50500',
    high: '52000',
    low: '50000',
    volume: '101750',
  });
  const tape = await second.call({ path: `trades/${pair}` });
  expect(tape.body.results.map(({ price }: { price: string }) => price)).toEqual([
    '50500',
    '51000',
    '52000',
    '50000',
  ]);
  await second.stop();
});
