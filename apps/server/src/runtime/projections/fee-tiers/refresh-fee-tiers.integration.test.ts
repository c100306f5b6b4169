import type { MarketRules } from '@emporion/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Projections } from '#platform/projections.ts';
import { startProjections } from '#runtime/projections/start-projections.ts';
import {
  order,
  rules,
  setUp,
  silent,
  startTestRuntime,
  type TestRuntime,
} from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { refreshFeeTiers } from './refresh-fee-tiers.ts';
import { tierFor, volumeValue } from './volume-value.ts';

let test: TestDatabase;
let runtime: TestRuntime;
let projections: Projections;
const now = Date.parse('2026-02-03T04:05:06.789Z');
const dayMs = 86_400_000;
const freeRules: MarketRules = { ...rules, fees: [{ maker: 0, taker: 0 }] };

beforeEach(async () => {
  test = await createTestDatabase();
  const { database } = test;
  runtime = await startTestRuntime(database, { clock: { now: () => new Date(now) } });
  projections = startProjections({ database, runtime, log: silent, metrics: createMetrics() });
  await setUp(runtime);
  const coin = { kind: 'ListCoin', key: 'coin:USDT', coin: 'USDT', decimals: 2 } as const;
  await runtime.execute(coin);
  const market = { market: 'GOLD-USDT', base: 'GOLD', quote: 'USDT', priceDecimals: 1, quantityDecimals: 0 };
  await runtime.execute({ kind: 'OpenMarket', key: 'market:GOLD-USDT', ...market, rules: freeRules });
  const deposit = { kind: 'CreditDeposit', account: 'bob', coin: 'USDT', amount: 10n ** 12n } as const;
  await runtime.execute({ ...deposit, key: 'deposit:USDT' });
});
afterEach(async () => {
  await projections.stop();
  await runtime.stop();
  await test.drop();
});

const tiers = () => runtime.read((exchange) => ['ann', 'bob'].map((id) => exchange.account(id).tier));
const refresh = (at: number) => refreshFeeTiers({ database: test.database, runtime, now: at });

it('raises whoever traded enough within 30 days on either side, once, and lowers them when it is over', async () => {
  // 1,000 GOLD at 60.0 USDT is 60,000 USDT: the second tier.
  const trade = { market: 'GOLD-USDT', price: 600, quantity: 1_000 };
  await runtime.execute(order('sells', trade));
  await runtime.execute(order('buys', { ...trade, account: 'bob', side: 'buy' }));
  expect(await projections.caughtUp(runtime.position.batch, 20_000)).toBe(true);
  expect(await refresh(now)).toBe(2);
  expect(await tiers()).toEqual([1, 1]);
  expect(await refresh(now)).toBe(0);
  expect(await refresh(now + 29 * dayMs)).toBe(0);
  expect(await refresh(now + 30 * dayMs)).toBe(2);
  expect(await tiers()).toEqual([0, 0]);
});

it('values other quote coins at their last price in USDT, and those without a market at nothing', async () => {
  const trade = { market: 'GOLD-USDT', price: 600, quantity: 1 };
  await runtime.execute(order('sells', trade));
  await runtime.execute(order('buys', { ...trade, account: 'bob', side: 'buy' }));
  const value = await runtime.read((exchange) =>
    volumeValue(exchange, [
      { coin: 'USDT', volume: 123n },
      { coin: 'GOLD', volume: 7n },
      { coin: 'TEA', volume: 1_000_000n },
    ]),
  );
  expect(value).toBe(123n + 7n * 6_000n);
});

it('gives the highest tier that is reached, to the unit', () => {
  const table = ['0', '50000', '250000'].map((volume, tier) => ({
    tier,
    name: '',
    volume,
    maker: 0,
    taker: 0,
  }));
  const cases = [0n, 4_999_999n, 5_000_000n, 24_999_999n, 25_000_000n, 10n ** 20n];
  expect(cases.map((value) => tierFor(table, value, 2))).toEqual([0, 0, 1, 1, 2, 2]);
});
