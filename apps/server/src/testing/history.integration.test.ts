import { timeframes } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { durableFollowers } from '#durable-followers.ts';
import { readVolumes } from '#modules/fees/volumes/volumes.ts';
import { candleTime } from '#modules/market-data/candle-time.ts';
import { listCandles } from '#modules/market-data/candles.ts';
import { listTrades } from '#modules/market-data/trades.ts';
import { findSwapOfOrder, listSwaps } from '#modules/swap/history/swaps.ts';
import { fillsOfOrder, listFills } from '#modules/trading/history/fills.ts';
import { findOrder, listOrders } from '#modules/trading/history/orders.ts';
import { listLedger } from '#modules/wallet/history/ledger.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Page } from '#platform/paging/page.ts';
import type { Projections } from '#platform/projections.ts';
import { startFollowers } from '#runtime/followers/index.ts';
import { booked } from '#runtime/testing/booked.ts';
import {
  order,
  setUp,
  silent,
  startTestRuntime,
  type TestRuntime,
} from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';

const market = 'TEA-GOLD';
const startedAt = Date.parse('2026-02-03T04:05:06.789Z');
let now = startedAt;
let test: TestDatabase;
let runtime: TestRuntime;
let projections: Projections;
const kysely = () => test.database.kysely;

/** A maker of five, a taker of three of them, a buy by budget, a cancel, a swap and a withdrawal with its fee. */
beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  runtime = await startTestRuntime(database, { clock: { now: () => new Date(now) } });
  projections = startFollowers({
    followers: durableFollowers,
    ...{ database, runtime, log: silent, metrics: createMetrics() },
  });
  await setUp(runtime);
  const place = async (key: string, fields: Parameters<typeof order>[1]) => {
    now += 60_000;
    await runtime.execute(order(key, fields));
  };
  await place('rests', { quantity: 5, price: 20, clientOrderId: 'mine' });
  await place('takes', { account: 'bob', side: 'buy', quantity: 3, price: 25 });
  now += 60_000;
  const {
    quantity: _,
    price: __,
    ...market
  } = order('budget', { account: 'bob', side: 'buy', type: 'market' });
  await runtime.execute({ ...market, budget: 25n });
  await place('high', { quantity: 10, price: 30 });
  now += 60_000;
  const swap = { from: 'GOLD', to: 'TEA', amount: 100n, minimumReceived: 1n, route: ['TEA-GOLD'] };
  await runtime.execute({ kind: 'Swap', key: 'swap', account: 'bob', ...swap });
  await runtime.execute({ kind: 'CancelOrders', key: 'cancel', account: 'ann' });
  const withdrawal = {
    withdrawalId: 'w1',
    account: 'ann',
    coin: 'TEA',
    amount: 70n,
    fee: 5n,
    network: 'testnet',
  };
  await runtime.execute({ kind: 'HoldWithdrawal', ...booked('hold'), ...withdrawal });
  await runtime.execute({ kind: 'SendWithdrawal', ...booked('send'), withdrawalId: 'w1', sent: 60n });
  expect(
    await projections.caughtUp(
      durableFollowers.map(({ name }) => name),
      runtime.position.batch,
      300_000,
    ),
  ).toBe(true);
});
afterAll(async () => {
  await projections.stop();
  await runtime.stop();
  await test.drop();
});

describe('orders', () => {
  it('tell what became of them, what they traded and what it cost', async () => {
    const { rows } = await listOrders(kysely(), { account: 'ann' }, { limit: 10 });
    expect(
      rows.map(({ state, reason, filled, remaining, total, fee }) => [
        state,
        reason,
        filled,
        remaining,
        total,
        fee,
      ]),
    ).toEqual([
      ['canceled', 'cancelled', 2, 8, 60n, 1n],
      ['done', 'filled', 5, 0, 100n, 3n],
    ]);
    expect(rows[1]).toMatchObject({ id: 1, clientOrderId: 'mine', price: 20, quantity: 5, budget: null });
  });

  it('by budget keep the budget, and what it bought', async () => {
    const [, budget] = (await listOrders(kysely(), { account: 'bob' }, { limit: 10 })).rows;
    expect(budget).toMatchObject({
      type: 'market',
      quantity: 0,
      budget: 25n,
      filled: 1,
      total: 20n,
      fee: 1n,
    });
  });

  it('are found by their owner only', async () => {
    expect(await findOrder(kysely(), { account: 'ann', id: 1 })).toMatchObject({ id: 1, side: 'sell' });
    expect(await findOrder(kysely(), { account: 'bob', id: 1 })).toBeUndefined();
    expect(await fillsOfOrder(kysely(), { account: 'bob', orderId: 1, limit: 10 })).toEqual([]);
    const fills = await fillsOfOrder(kysely(), { account: 'ann', orderId: 1, limit: 10 });
    expect(fills.map(({ quantity }) => quantity)).toEqual([3, 1, 1]);
  });

  it.each([
    [{ state: 'done' }, 1],
    [{ state: 'canceled' }, 1],
    [{ state: 'active' }, 0],
    [{ market }, 2],
    [{ market: 'BTC-USDT' }, 0],
    [{ side: 'buy' }, 0],
    [{ type: 'limit', side: 'sell' }, 2],
    [{ from: startedAt + 240_000 }, 1],
    [{ to: startedAt + 240_000 }, 1],
    [{ from: startedAt + 60_000, to: startedAt + 60_000 }, 0],
  ] as const)('filtered by %j are %i', async (filter, count) => {
    expect((await listOrders(kysely(), { account: 'ann', ...filter }, { limit: 10 })).rows).toHaveLength(
      count,
    );
  });
});

it('gives both sides of a trade their own fill, newest first', async () => {
  const { rows } = await listFills(kysely(), { account: 'bob', market }, { limit: 10 });
  expect(
    rows.map(({ role, side, price, quantity, total, fee }) => [role, side, price, quantity, total, fee]),
  ).toEqual([
    ['taker', 'buy', 30, 2, 60n, 1n],
    ['taker', 'buy', 20, 1, 20n, 1n],
    ['taker', 'buy', 20, 1, 20n, 1n],
    ['taker', 'buy', 20, 3, 60n, 1n],
  ]);
  const trades = await listTrades(kysely(), { market }, { limit: 10 });
  expect(trades.rows.map(({ id, price, takerSide }) => [id, price, takerSide])).toEqual([
    [4, 30, 'buy'],
    [3, 20, 'buy'],
    [2, 20, 'buy'],
    [1, 20, 'buy'],
  ]);
});

it('keeps a statement of account: what came and went, what of it was fee, and what was left', async () => {
  const { rows } = await listLedger(kysely(), { account: 'ann', coin: 'TEA' }, { limit: 3 });
  expect(
    rows.map(({ kind, amount, fee, balance, reference }) => [kind, amount, fee, balance, reference]),
  ).toEqual([
    ['withdrawal', -65n, 5n, 999_928n, 'w1'],
    ['trade', -2n, 0n, 999_993n, '4'],
    ['trade', -1n, 0n, 999_995n, '3'],
  ]);
  const gold = await listLedger(kysely(), { account: 'ann', coin: 'GOLD' }, { limit: 10 });
  expect(gold.rows.map(({ kind, amount, fee, reference }) => [kind, amount, fee, reference])).toEqual([
    ['trade', 59n, 1n, '4'],
    ['trade', 19n, 1n, '3'],
    ['trade', 19n, 1n, '2'],
    ['trade', 59n, 1n, '1'],
    ['deposit', 1_000_000n, 0n, 'deposit:ann:GOLD'],
  ]);
});

it('writes a line also for what went whole into the fee', async () => {
  const { rows } = await listLedger(kysely(), { account: 'bob', coin: 'TEA' }, { limit: 3 });
  expect(rows.map(({ amount, fee, reference }) => [amount, fee, reference])).toEqual([
    [1n, 1n, '4'],
    [0n, 1n, '3'],
    [0n, 1n, '2'],
  ]);
});

it('draws candles in all nine timeframes', async () => {
  for (const timeframe of timeframes) {
    const candles = await listCandles(kysely(), { market, timeframe, limit: 10 });
    expect(candles.reduce((sum, { volume }) => sum + volume, 0n)).toBe(7n);
    expect(candles.at(-1)?.time).toBe(candleTime(timeframe, startedAt + 300_000));
  }
  const minutes = await listCandles(kysely(), { market, timeframe: '1m', limit: 1 });
  expect(minutes).toMatchObject([{ open: 20, high: 30, low: 20, close: 30, volume: 3n }]);
});

it('lists swaps, and finds one by an order of it', async () => {
  const { rows, total } = await listSwaps(kysely(), { account: 'bob', limit: 10, offset: 0 });
  expect(total).toBe(1);
  const swap = { from: 'GOLD', to: 'TEA', given: 80n, received: 1n, orderIds: [5] };
  expect(rows).toMatchObject([{ ...swap, asked: null }]);
  const found = await findSwapOfOrder(kysely(), { account: 'bob', orderId: 5 });
  expect({ ...found, asked: null }).toEqual(rows[0]);
  expect(await findSwapOfOrder(kysely(), { account: 'ann', orderId: 5 })).toBeUndefined();
});

it('counts what an account traded within 30 days, on either side', async () => {
  const volume = { coin: 'GOLD', volume: 160n };
  expect(await readVolumes(kysely(), { account: 'ann', now })).toEqual([{ account: 'ann', ...volume }]);
  expect(await readVolumes(kysely(), { account: 'bob', now })).toEqual([{ account: 'bob', ...volume }]);
  expect(await readVolumes(kysely(), { account: 'bob', now: now + 30 * 86_400_000 })).toEqual([]);
});

it.each([1, 2, 3, 100])('pages of %i never leave out or repeat a row', async (limit) => {
  const all = async <Row>(list: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> => {
    const rows: Row[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(cursor);
      rows.push(...page.rows);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return rows;
  };
  const orders = await all((cursor) => listOrders(kysely(), { account: 'bob' }, { limit, cursor }));
  expect(orders.map(({ id }) => id)).toEqual([5, 3, 2]);
  const trades = await all((cursor) => listTrades(kysely(), { market }, { limit, cursor }));
  expect(trades.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  const fills = await all((cursor) => listFills(kysely(), { account: 'ann' }, { limit, cursor }));
  expect(fills.map(({ tradeId }) => tradeId)).toEqual([4, 3, 2, 1]);
  const entries = await all((cursor) => listLedger(kysely(), { account: 'bob' }, { limit, cursor }));
  expect(new Set(entries.map(({ event, line }) => `${event}-${line}`)).size).toBe(10);
  expect(entries).toHaveLength(10);
});
