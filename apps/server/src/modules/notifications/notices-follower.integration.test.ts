import { afterEach, beforeEach, expect, it } from 'vitest';
import { ordersFollower } from '#modules/trading/history/index.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Projections } from '#platform/projections.ts';
import { type DurableFollower, startFollowers } from '#runtime/followers/index.ts';
import { booked, testDeposit } from '#runtime/testing/booked.ts';
import {
  order,
  setUp,
  silent,
  startTestRuntime,
  type TestRuntime,
} from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { noticesFollower, orderNoticesName } from './notices-follower.ts';

const ann = '11111111-1111-4111-8111-111111111111';
let test: TestDatabase;
let runtime: TestRuntime;
let projections: Projections;
let letGo: () => void = () => undefined;

const start = (orders: DurableFollower) =>
  startFollowers({
    followers: [orders, noticesFollower],
    ...{ database: test.database, runtime, log: silent, metrics: createMetrics() },
  });

beforeEach(async () => {
  test = await createTestDatabase();
  runtime = await startTestRuntime(test.database);
  await setUp(runtime);
  await runtime.execute({ kind: 'OpenAccount', key: 'account:own', account: ann });
  for (const coin of ['TEA', 'GOLD'])
    await runtime.execute({ ...testDeposit, ...booked(`own:${coin}`), account: ann, coin, amount: 1_000n });
});
afterEach(async () => {
  letGo();
  await projections.stop();
  await runtime.stop();
  await test.drop();
});

const told = async () => {
  const { rows } = await test.database.pool.query('SELECT key, template, params FROM user_notifications');
  return rows;
};

it('waits for the record of an order that was partly filled before its history was made anew', async () => {
  projections = start(ordersFollower);
  await runtime.execute(order('rests', { account: ann, quantity: 5, price: 20 }));
  await runtime.execute(order('takes', { account: 'bob', side: 'buy', quantity: 2, price: 20 }));
  await projections.caughtUp([ordersFollower.name, orderNoticesName], runtime.position.batch, 300_000);
  await projections.stop();

  const gate = new Promise<void>((done) => {
    letGo = done;
  });
  const slow: DurableFollower = {
    ...ordersFollower,
    version: ordersFollower.version + 1,
    open: async (client) => {
      const state = await ordersFollower.open(client);
      return {
        ...state,
        hydrate: async (connection, batches) => {
          await gate;
          await state.hydrate?.(connection, batches);
        },
      };
    },
  };
  projections = start(slow);
  // The order meets the same account's own one and is closed for it.
  const meets = { account: ann, side: 'buy', quantity: 1, price: 20, selfTrade: 'oldest' } as const;
  await runtime.execute(order('meets', meets));
  const { batch } = runtime.position;
  expect(await projections.caughtUp(orderNoticesName, batch, 500)).toBe(false);
  expect(await told()).toEqual([]);

  letGo();
  expect(await projections.caughtUp(orderNoticesName, batch, 300_000)).toBe(true);
  expect(await told()).toEqual([
    { key: 'self_trade:1', template: 'self_trade', params: { order: 1, pair: 'TEA-GOLD' } },
  ]);
});

it('tells nobody about an account that is no user’s, and goes on', async () => {
  projections = start(ordersFollower);
  await runtime.execute(order('rests', { account: 'bob', quantity: 5, price: 20 }));
  await runtime.execute(
    order('meets', { account: 'bob', side: 'buy', quantity: 1, price: 20, selfTrade: 'oldest' }),
  );
  expect(await projections.caughtUp(orderNoticesName, runtime.position.batch, 300_000)).toBe(true);
  expect(await told()).toEqual([]);
});
