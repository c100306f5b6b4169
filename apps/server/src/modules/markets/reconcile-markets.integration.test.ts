import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Runtime } from '#platform/runtime.ts';
import { silent, startTestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { reconcileMarkets } from './index.ts';
import { seedDemoMarkets } from './seed-demo-markets.ts';

let test: TestDatabase;
let runtime: Runtime;
const errors: unknown[] = [];

const reconcile = () =>
  reconcileMarkets({
    database: test.database,
    runtime,
    view: runtime,
    log: Object.assign(Object.create(silent), { error: (what: unknown) => void errors.push(what) }),
  });

const change = (statement: string) => test.database.pool.query(statement);

const stateOf = (code: string) => runtime.read(({ markets }) => markets.get(code)?.state);

beforeEach(async () => {
  test = await createTestDatabase();
  runtime = await startTestRuntime(test.database);
  await test.database.kysely.transaction().execute(seedDemoMarkets);
  errors.length = 0;
});

afterEach(async () => {
  await runtime.stop();
  await test.drop();
});

it('lists every coin and opens every market in the book’s units, once', async () => {
  expect(await reconcile()).toBe(12 + 12);
  expect(await reconcile()).toBe(0);
  const seen = await runtime.read(({ coins, markets }) => {
    const { definition, rules } = markets.get('BTC-USDT') ?? {};
    return { coins: coins.size, markets: markets.size, definition, rules };
  });
  expect(seen).toMatchObject({
    coins: 12,
    markets: 12,
    definition: { base: 'BTC', quote: 'USDT', priceDecimals: 2, quantityDecimals: 6, baseDecimals: 8 },
    rules: {
      tick: 1,
      lot: 1,
      minimumQuantity: 10,
      maximumQuantity: 100_000_000,
      minimumCost: 1_000_000n,
      maximumCost: 5_000_000_000_000n,
      band: 500_000,
    },
  });
  expect(seen.rules?.fees).toHaveLength(6);
  expect(errors).toEqual([]);
});

it('takes no place among the keys of commands, by which clients know their orders', async () => {
  const kept: string[] = [];
  const forget = runtime.onCommitted(({ events }) => {
    for (const event of events)
      if (event.kind === 'CommandAccepted' && event.keep !== 'never') kept.push(event.key);
  });
  await reconcile();
  await change("UPDATE pairs SET state = 'halted' WHERE code = 'BTC-USDT'");
  await reconcile();
  forget();
  expect(await stateOf('BTC-USDT')).toBe('halted');
  expect(kept).toEqual([]);
});

it('follows a changed rule, a changed fee and a changed state', async () => {
  await reconcile();
  await change(
    "update pairs set tick = 0.5, cost_min = 0.0000005, state = 'post_only' where code = 'BTC-USDT'",
  );
  await change('update fee_tiers set taker = 1600 where tier = 0');
  expect(await reconcile()).toBe(12);
  const seen = await runtime.read(({ markets }) => {
    const { rules, state } = markets.get('BTC-USDT') ?? {};
    return { tick: rules?.tick, minimumCost: rules?.minimumCost, fee: rules?.fees[0]?.taker, state };
  });
  expect(seen).toEqual({ tick: 50, minimumCost: 1n, fee: 1600, state: 'post_only' });
});

it.each([
  ["update coins set hidden = true where code = 'TRX'", 'cancel_only'],
  ["update coins set pairs_disabled = true where code = 'TRX'", 'cancel_only'],
  ["update coins set order_book_disabled = true where code = 'USDT'", 'cancel_only'],
  ["update pairs set disabled = true where code = 'TRX-USDT'", 'cancel_only'],
  ["update pairs set disabled = true, state = 'halted' where code = 'TRX-USDT'", 'halted'],
  ["delete from pairs where code = 'TRX-USDT'", 'cancel_only'],
  ["update coins set swap_disabled = true where code = 'TRX'", 'open'],
])('closes a market whose pair or coin is switched off: %s', async (statement, state) => {
  await reconcile();
  await change(statement);
  await reconcile();
  expect(await stateOf('TRX-USDT')).toBe(state);
  expect(await reconcile()).toBe(0);
});

it('opens a new market closed when its coin is off from the start', async () => {
  await change("update coins set pairs_disabled = true where code = 'TRX'");
  await reconcile();
  expect([await stateOf('TRX-USDT'), await stateOf('BTC-USDT')]).toEqual(['cancel_only', 'open']);
});

it('keeps what is fixed in the core, and says so', async () => {
  await reconcile();
  await change("update pairs set price_decimals = 3, tick = 0.001 where code = 'BTC-USDT'");
  await change("update coins set decimals = 9 where code = 'BTC'");
  expect(await reconcile()).toBe(0);
  expect(errors).toHaveLength(2);
});

it('lists a new coin once when two ask at the same time', async () => {
  expect(await Promise.all([reconcile(), reconcile()])).toEqual([24, 0]);
});
