import type { MarketRules } from '@emporion/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Projections } from '#platform/projections.ts';
import { startFollowers } from '#runtime/followers/index.ts';
import { booked, testDeposit } from '#runtime/testing/booked.ts';
import {
  order,
  rules,
  setUp,
  silent,
  startTestRuntime,
  type TestRuntime,
} from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { volumesFollower } from '../volumes/volumes-follower.ts';
import { setManualTier, takeBackManualTier } from './manual-tiers.ts';
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
  projections = startFollowers({
    followers: [volumesFollower],
    ...{ database, runtime, log: silent, metrics: createMetrics() },
  });
  await setUp(runtime);
  const coin = { kind: 'ListCoin', key: 'coin:USDT', coin: 'USDT', decimals: 2 } as const;
  await runtime.execute(coin);
  const market = { market: 'GOLD-USDT', base: 'GOLD', quote: 'USDT', priceDecimals: 1, quantityDecimals: 0 };
  await runtime.execute({ kind: 'OpenMarket', key: 'market:GOLD-USDT', ...market, rules: freeRules });
  const deposit = { account: 'bob', coin: 'USDT', amount: 10n ** 12n };
  await runtime.execute({ ...testDeposit, ...booked('deposit:USDT'), ...deposit });
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
  expect(await projections.caughtUp('traded-volumes', runtime.position.batch, 300_000)).toBe(true);
  expect(await refresh(now)).toBe(2);
  expect(await tiers()).toEqual([1, 1]);
  expect(await refresh(now)).toBe(0);
  expect(await refresh(now + 29 * dayMs)).toBe(0);
  expect(await refresh(now + 30 * dayMs)).toBe(2);
  expect(await tiers()).toEqual([0, 0]);
});

it('takes no place among the keys of commands, by which clients know their orders', async () => {
  const kept: string[] = [];
  const forget = runtime.onCommitted(({ events }) => {
    for (const event of events)
      if (event.kind === 'CommandAccepted' && event.keep !== 'never') kept.push(event.key);
  });
  await setManualTier(
    { database: test.database, runtime, now },
    { account: 'ann', tier: 2, by: 'an operator' },
  );
  await test.database.pool.query("INSERT INTO manual_fee_tiers VALUES ('bob', 4, 'an operator')");
  expect(await refresh(now)).toBe(1);
  forget();
  expect(await tiers()).toEqual([2, 4]);
  expect(kept).toEqual([]);
});

describe('a tier given by hand', () => {
  const options = () => ({ database: test.database, runtime, now });
  const give = (account: string, tier: number) =>
    setManualTier(options(), { account, tier, by: 'an operator' });

  it('stays, whatever the volume says, until it is taken back', async () => {
    await give('ann', 5);
    expect(await tiers()).toEqual([5, 0]);
    expect(await refresh(now)).toBe(0);
    await give('ann', 3);
    expect(await refresh(now + dayMs)).toBe(0);
    expect(await tiers()).toEqual([3, 0]);
    expect(await takeBackManualTier(options(), 'ann')).toBe(true);
    expect(await tiers()).toEqual([0, 0]);
    expect(await takeBackManualTier(options(), 'ann')).toBe(false);
    // The same again: what was done within the hour is no reason not to do it.
    await give('ann', 5);
    await takeBackManualTier(options(), 'ann');
    expect(await tiers()).toEqual([0, 0]);
  });

  it('arrives with the next refresh, when the server died in between', async () => {
    await test.database.pool.query("INSERT INTO manual_fee_tiers VALUES ('bob', 4, 'an operator')");
    expect(await refresh(now)).toBe(1);
    expect(await tiers()).toEqual([0, 4]);
  });

  it('waits for a refresh that is under way, and outlasts it', async () => {
    await Promise.all([refresh(now), give('ann', 2), refresh(now), give('bob', 1), refresh(now)]);
    expect(await tiers()).toEqual([2, 1]);
  });

  it('is refused for nobody, and when there is no such tier', async () => {
    await expect(give('nobody', 1)).rejects.toMatchObject({ code: 'account_not_found' });
    await expect(give('ann', 99)).rejects.toMatchObject({ code: 'wrong_data' });
    expect(await tiers()).toEqual([0, 0]);
  });
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
