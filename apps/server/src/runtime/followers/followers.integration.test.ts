import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyParts } from '#cli/verify-parts.ts';
import { durableFollowers } from '#durable-followers.ts';
import { listOpenOrders } from '#modules/trading/history/orders.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Projections } from '#platform/projections.ts';
import { openJournalWriter } from '#runtime/journal/journal-writer.ts';
import { type Bundle, bundleForTest } from '#runtime/testing/bundle.ts';
import { order, silent, startTestRuntime, type TestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { randomCommands, trade, tradingSetup } from '#runtime/testing/random-trading.ts';
import { verifyJournal } from '#runtime/verify/verify-journal.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type FollowerTask, runHere, threadTask } from './follower-thread.ts';
import { rebuildFollowers } from './rebuild.ts';
import { type FollowersOptions, startFollowers } from './start-followers.ts';

let test: TestDatabase;
let runtime: TestRuntime;
let projections: Projections;
const names = durableFollowers.map(({ name }) => name);
const start = (options: Partial<FollowersOptions> = {}) =>
  startFollowers({
    followers: durableFollowers,
    ...{ database: test.database, runtime, log: silent, metrics: createMetrics() },
    ...options,
  });

beforeEach(async () => {
  test = await createTestDatabase();
  runtime = await startTestRuntime(test.database);
  await trade(runtime, tradingSetup);
});
afterEach(async () => {
  await projections.stop();
  await runtime.stop();
  await test.drop();
});

const seen = () => projections.caughtUp(names, runtime.position.batch, 300_000);

async function expectAgreement(): Promise<void> {
  expect(await seen()).toBe(true);
  const { findings } = await verifyJournal(test.database.pool, verifyParts());
  expect(findings.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`))).toEqual(
    [],
  );
}

/** Ends the projector's connection, as a restart of the database or a broken network does. */
const cutConnection = () =>
  test.database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'emporion followers' AND datname = current_database()",
  );

describe('projections', () => {
  it('have the same open orders as the exchange, and closed ones of every type', async () => {
    projections = start();
    await trade(runtime, randomCommands(2, 700));
    expect(await seen()).toBe(true);
    const open = await listOpenOrders(test.database.kysely, { limit: 10_000 });
    const expected = await runtime.read(({ orders }) =>
      [...orders.values()]
        .sort((left, right) => left.id - right.id)
        .map(({ id, remaining, quantity, price, held, place, conditions }) => ({
          id,
          remaining,
          quantity,
          price,
          held,
          waiting: place === 'waiting' || place === 'due',
          stopPrice: conditions?.stopPrice || null,
        })),
    );
    expect(expected.length).toBeGreaterThan(20);
    expect(open).toMatchObject(expected);
    const types = await test.database.pool.query('SELECT DISTINCT type FROM closed_orders');
    expect(types.rowCount).toBe(6);
    await expectAgreement();
  });

  it('go on from their checkpoint after a stop in the middle', async () => {
    for (const [seed, count] of [1, 2, 3, 4].entries()) {
      projections = start();
      await trade(runtime, randomCommands(seed, count * 60));
      await projections.stop();
    }
    projections = start();
    await expectAgreement();
  });

  it('lose and repeat nothing when their connection is cut again and again under load', async () => {
    projections = start();
    const trading = trade(runtime, randomCommands(5, 900));
    let over = false;
    void trading.then(() => {
      over = true;
    });
    while (!over) {
      await cutConnection();
      const { batch } = runtime.position;
      await projections.caughtUp(names, batch, 300);
    }
    await trading;
    await expectAgreement();
  });

  it('notice that somebody else has projected, and write nothing twice', async () => {
    projections = start();
    const second = start();
    await trade(runtime, randomCommands(6, 300));
    await second.caughtUp(names, runtime.position.batch, 300_000);
    await second.stop();
    await expectAgreement();
  });

  it('are made anew by a release that projects otherwise', async () => {
    projections = start();
    await trade(runtime, randomCommands(8, 100));
    await seen();
    await projections.stop();
    await test.database.pool.query(
      `UPDATE follower_checkpoints SET version = version + 1 WHERE name = 'market-data'; DELETE FROM trades`,
    );
    projections = start();
    await expectAgreement();
  });

  it('do not hurt trading when they cannot be written, and catch up when they can', async () => {
    projections = start();
    await test.database.pool.query('ALTER TABLE fills RENAME TO fills_elsewhere');
    await trade(runtime, randomCommands(9, 200));
    expect(await projections.caughtUp('orders', runtime.position.batch, 1)).toBe(false);
    expect(runtime.healthy).toBe(true);
    await test.database.pool.query('ALTER TABLE fills_elsewhere RENAME TO fills');
    await expectAgreement();
  });

  it('give up on a table that stays locked, are not surprised when it is free again, and catch up', async () => {
    const queryTimeoutMs = 1_000;
    projections = start({ task: (followers, options) => runHere(followers, { ...options, queryTimeoutMs }) });
    await seen();
    const keeper = await test.database.pool.connect();
    await keeper.query('BEGIN; LOCK TABLE closed_orders IN SHARE MODE');
    await trade(runtime, randomCommands(10, 200));
    // Long enough to be given up, and not long enough for whatever is asked next.
    await wait(queryTimeoutMs * 1.5);
    await keeper.query('COMMIT');
    keeper.release();
    await expectAgreement();
  });

  it('tell at once about what is there, and say no when it takes too long', async () => {
    projections = start();
    await seen();
    expect(await projections.caughtUp(names, runtime.position.batch, 0)).toBe(true);
    expect(await projections.caughtUp('orders', runtime.position.batch + 1, 1)).toBe(false);
    const waiting = projections.caughtUp('orders', runtime.position.batch + 1, 300_000);
    await projections.stop();
    expect(await waiting).toBe(false);
  });

  it('report how far they are behind', async () => {
    const metrics = createMetrics();
    projections = start({ metrics, task: () => ({ wake: () => undefined, stop: async () => undefined }) });
    const began = performance.now();
    await runtime.execute(order('one more'));
    expect(await metrics.registry.getSingleMetricAsString('projection_lag_events')).toMatch(
      new RegExp(`projection_lag_events{follower="ledger"} ${runtime.position.event}$`, 'm'),
    );
    const lag = await metrics.registry.getSingleMetricAsString('projection_lag_seconds');
    const seconds = Number(/seconds{follower="ledger"} (\S+)$/m.exec(lag)?.[1]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan((performance.now() - began) / 1_000);
  });
});

describe('a rebuild', () => {
  it('gives the same rows, and leaves generated history and fee tiers alone', async () => {
    projections = start();
    await trade(runtime, randomCommands(11, 300));
    await expectAgreement();
    await projections.stop();
    await test.database.pool.query("INSERT INTO candle_seeds VALUES ('TEA-GOLD', '1m', 60, 1, 2, 1, 2, 5)");
    const { batch, event } = runtime.position;
    const client = await test.database.pool.connect();
    const reached: number[] = [];
    expect(await rebuildFollowers(client, durableFollowers, (now) => reached.push(now.event))).toEqual({
      batch,
      event,
    });
    client.release(true);
    expect(reached.at(-1)).toBe(event);
    const { rows } = await test.database.pool.query(
      'SELECT (SELECT count(*)::int FROM candle_seeds) AS seeds, (SELECT count(*)::int FROM fee_tiers) AS tiers',
    );
    expect(rows[0]).toEqual({ seeds: 1, tiers: 6 });
    projections = start();
    await expectAgreement();
  });

  it('cannot begin while the exchange runs: the lock it asks for is taken', async () => {
    projections = start();
    const { database } = test;
    await expect(openJournalWriter({ database, onLost: () => undefined, lockWaitMs: 1 })).rejects.toThrow(
      'Another server runs on this database',
    );
  });
});

describe('the thread of the bundle', () => {
  let bundle: Bundle;
  let task: FollowerTask;
  beforeAll(async () => {
    bundle = await bundleForTest({
      'projection-worker': 'apps/server/src/projection-worker.ts',
    });
    task = threadTask(new URL(`file://${bundle.pathOf('projection-worker')}`));
  });
  afterAll(() => bundle.remove());

  it('projects beside a running exchange, survives a cut and stops when told', async () => {
    projections = start({ task });
    await trade(runtime, randomCommands(12, 150));
    expect(await seen()).toBe(true);
    await cutConnection();
    await trade(runtime, randomCommands(13, 150));
    await expectAgreement();
    await projections.stop();
  });
});
