import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { durableFollowers } from '#durable-followers.ts';
import { feedsModule } from '#modules/feeds/index.ts';
import { feesModule } from '#modules/fees/index.ts';
import { swapsFollower } from '#modules/swap/history/swaps-follower.ts';
import { swapModule } from '#modules/swap/index.ts';
import { liveExchange, tradingModule } from '#modules/trading/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { realtimeModule } from '#realtime/index.ts';
import type { TestDatabase } from '#testing/database.ts';
import { withoutPatience } from '#testing/patient-projections.ts';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import type { DurableFollower, FollowerState } from './follower.ts';

const modules = [realtimeModule, tradingModule, walletModule, swapModule, feesModule, feedsModule];
const commands = 1_500;
let test: TestDatabase;
let app: TradingApp;
/** Ends what a test holds back. */
let letGo: () => void = () => undefined;
const newGate = () =>
  new Promise<void>((done) => {
    letGo = done;
  });

/** A release that has traded for some thousand events. */
beforeEach(async () => {
  app = await createTradingApp({ modules });
  ({ test } = app);
});
afterEach(async () => {
  letGo();
  await app.stop();
  await test.drop();
});

const order = (operation: 'buy' | 'sell', price = '50000') => ({
  method: 'POST' as const,
  path: 'orders',
  body: { type: 0, pair: 'BTC-USDT', operation, quantity: '0.0001', price },
});

async function trade(): Promise<void> {
  await app.fund('ann', 'BTC', '10');
  await app.fund('bob', 'USDT', '1000000');
  const units = (await liveExchange(app.platform)).market('BTC-USDT');
  const terms = { market: units.code, quantity: units.quantity('0.0001'), price: units.price('50000') };
  const place = { kind: 'PlaceOrder', key: null, type: 'limit', ...terms } as const;
  for (let index = 0; index < commands; index += 500)
    await Promise.all(
      Array.from({ length: 250 }, () => [
        app.runtime.execute({ ...place, account: userId('ann'), side: 'sell' }),
        app.runtime.execute({ ...place, account: userId('bob'), side: 'buy' }),
      ]).flat(),
    );
  const { batch, event } = app.runtime.position;
  expect(event).toBeGreaterThan(2 * commands);
  await app.platform.projections.caughtUp(
    durableFollowers.map(({ name }) => name),
    batch,
    300_000,
  );
}

/** The next release starts on the same database. */
async function upgrade(followers: readonly DurableFollower[]): Promise<void> {
  await app.stop();
  app = await createTradingApp({ modules, test, followers });
}

/** Counts events into a table of its own, and goes no further than it is let. */
function countingFollower(gate: Promise<void>): DurableFollower {
  return {
    name: 'counted',
    version: 1,
    tables: ['counted_events'],
    open: (): FollowerState => {
      let events = 0;
      return {
        hydrate: () => gate,
        apply: (batch) => {
          events += batch.events.length;
        },
        write: async (client) => {
          await client.query('INSERT INTO counted_events VALUES ($1)', [events]);
          events = 0;
        },
      };
    },
  };
}

/** Lists that other followers write, each of which must answer. */
const lists = ['orders?state=closed', 'my-trades', 'my-fees', 'balance', 'exchange?state=1'];

async function expectAnswers(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const { status, body } = await app.call({ path, as: 'bob' });
    expect([path, status, body.code]).toEqual([path, 200, undefined]);
  }
}

const connections = async () => {
  const { rows } = await test.database.pool.query(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'emporion followers' AND datname = current_database()",
  );
  return rows[0].count as number;
};

it('of a release that adds a projection goes through the journal alone, while every other list answers', async () => {
  await trade();
  await test.database.pool.query('CREATE TABLE counted_events (events integer)');
  await upgrade([...durableFollowers, countingFollower(newGate())]);
  const { projections } = app.platform;
  await expectAnswers(lists);
  // One's own write is seen at once as well: those at the tip are not held back.
  const { body } = await app.call({ ...order('buy', '49000'), as: 'bob' });
  const cancelled = await app.call({ method: 'DELETE', path: `orders/${body.id}`, as: 'bob' });
  expect(cancelled.status).toBe(200);
  const closed = await app.call({ path: 'orders?state=closed&limit=1', as: 'bob' });
  expect(closed.body.results[0].id).toBe(body.id);
  expect(projections.batchOf('counted')).toBe(0);

  letGo();
  expect(await projections.caughtUp('counted', app.runtime.position.batch, 300_000)).toBe(true);
  const { rows } = await test.database.pool.query('SELECT sum(events)::int AS sum FROM counted_events');
  expect(rows).toEqual([{ sum: app.runtime.position.event }]);
  // It has joined the others: one connection, one transaction.
  await vi.waitFor(async () => expect(await connections()).toBe(1));
  await app.call({ ...order('buy', '49000'), as: 'bob' });
  expect(await projections.caughtUp(['orders', 'counted'], app.runtime.position.batch, 300_000)).toBe(true);
});

it('of a release that raises one version is made anew alone: its list says 503 until it is whole, no other does', async () => {
  await trade();
  const gate = newGate();
  const raised: DurableFollower = {
    ...swapsFollower,
    version: swapsFollower.version + 1,
    open: async (client) => ({ ...(await swapsFollower.open(client)), hydrate: () => gate }),
  };
  const swap = { from: 'USDT', to: 'BTC', amount: '5', min_receive: '0' };
  await app.call({ ...order('sell'), as: 'ann' });
  const swapped = await app.call({ method: 'POST', path: 'exchange', as: 'bob', body: swap });
  expect(swapped.status).toBe(200);
  await upgrade(durableFollowers.map((each) => (each.name === raised.name ? raised : each)));
  const [swaps = '', ...others] = lists.toReversed();
  await expectAnswers(others);
  const asked = () => app.call({ path: swaps, as: 'bob' });
  expect(await withoutPatience(app.platform.projections, asked)).toMatchObject({ status: 503 });
  letGo();
  await vi.waitFor(() => expectAnswers([swaps]));
  const { body } = await app.call({ path: swaps, as: 'bob' });
  expect(body.total).toBe(1);
});

it('that fails is tried again alone, and those that read its tables wait for it', async () => {
  await trade();
  const { pool } = test.database;
  await pool.query('ALTER TABLE fills RENAME TO fills_elsewhere');
  await app.call({ ...order('sell'), as: 'ann' });
  await app.call({ ...order('buy'), as: 'bob' });
  const { batch } = app.runtime.position;
  const { projections } = app.platform;
  expect(
    await projections.caughtUp(['market-data', 'ledger', 'swaps', 'traded-volumes'], batch, 300_000),
  ).toBe(true);
  expect(await projections.caughtUp('orders', batch, 200)).toBe(false);
  expect(projections.batchOf('notices')).toBeLessThanOrEqual(projections.batchOf('orders'));
  await pool.query('ALTER TABLE fills_elsewhere RENAME TO fills');
  expect(await projections.caughtUp(['orders', 'notices'], batch, 300_000)).toBe(true);
  await vi.waitFor(async () => expect(await connections()).toBe(1));
});
