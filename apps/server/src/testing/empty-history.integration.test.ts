import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFeeTiers } from '#modules/fees/tiers/fee-tiers.ts';
import { readVolumes } from '#modules/fees/volumes/volumes.ts';
import { listCandles } from '#modules/market-data/candles.ts';
import { readTickerSeed } from '#modules/market-data/tickers/read-ticker-seed.ts';
import { listTrades } from '#modules/market-data/trades.ts';
import { findSwapOfOrder, listSwaps } from '#modules/swap/history/swaps.ts';
import { fillsOfOrder, listFills } from '#modules/trading/history/fills.ts';
import { findOrder, listOpenOrders, listOrders } from '#modules/trading/history/orders.ts';
import { listLedger } from '#modules/wallet/history/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('answers every question about an exchange in which nothing has happened yet', async () => {
  const { kysely, pool } = test.database;
  const account = 'ann';
  const market = 'TEA-GOLD';
  const nothing = { rows: [], next: null };
  const everything = { limit: 10, cursor: '5-5' };
  const always = { from: 0, to: Date.now() };
  const filter = { account, market, side: 'buy', type: 'limit', ...always } as const;
  expect(await listOrders(kysely, filter, everything)).toEqual(nothing);
  for (const state of ['active', 'done', 'canceled'] as const)
    expect(await listOrders(kysely, { account, state }, { limit: 10 })).toEqual(nothing);
  expect(await findOrder(kysely, { account, id: 1 })).toBeUndefined();
  expect(await listOpenOrders(kysely, { limit: 10 })).toEqual([]);
  expect(await listFills(kysely, { account, market, ...always }, everything)).toEqual(nothing);
  expect(await fillsOfOrder(kysely, { account, orderId: 1, limit: 10 })).toEqual([]);
  expect(await listTrades(kysely, { market, ...always }, everything)).toEqual(nothing);
  const ledgerPage = { limit: 10, cursor: '5-5-5' };
  expect(await listLedger(kysely, { account, coin: 'TEA', ...always }, ledgerPage)).toEqual(nothing);
  expect(await listCandles(kysely, { market, timeframe: '1h', limit: 10 })).toEqual([]);
  expect(await listSwaps(kysely, { account, limit: 10, offset: 0 })).toEqual({ rows: [], total: 0 });
  expect(await findSwapOfOrder(kysely, { account, orderId: 1 })).toBeUndefined();
  expect(await readTickerSeed(pool, { now: Date.now() })).toEqual({ batch: 0, markets: new Map() });
  expect(await readVolumes(kysely, { account, now: Date.now() })).toEqual([]);
});

it('has the six tiers of the fee table, each cheaper than the one below', async () => {
  const tiers = await listFeeTiers(test.database.kysely);
  expect(tiers.map(({ tier, name }) => [tier, name])).toEqual([
    [0, '1'],
    [1, '2'],
    [2, '3'],
    [3, '4'],
    [4, '5'],
    [5, 'VIP'],
  ]);
  expect(tiers[1]).toEqual({ tier: 1, name: '2', volume: '50000', maker: 900, taker: 1_300 });
  const fees = tiers.map(({ maker, taker }) => maker + taker);
  expect(fees).toEqual([...fees].sort((left, right) => right - left));
});

it.each(['', 'x', '1', '1-2-3', '1-99999999999999999', '-1-2', '1-2;'])(
  'refuses the cursor %j, which it never gave',
  async (cursor) => {
    await expect(listOrders(test.database.kysely, { account: 'ann' }, { limit: 1, cursor })).rejects.toThrow(
      'unprocessable_entity',
    );
  },
);
