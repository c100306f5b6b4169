import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { generateHistory, historyStart } from '#testing/generate-history.ts';
import { type AllOrdersFilter, firstSince, listAllOrders } from './all-orders.ts';
import { listAllTrades } from './all-trades.ts';

const rows = 30_000;
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await generateHistory(test.database.pool, rows);
  await test.database.pool.query(`
    UPDATE closed_orders SET filled = 0, reason = 'unfilled' WHERE type = 'stop' AND id % 10000 = 0;
    UPDATE closed_orders SET state = 'canceled' WHERE type = 'stop';
    UPDATE closed_orders SET reason = 'self_trade' WHERE id % 700 = 1;
    UPDATE closed_orders SET quantity = 100000 WHERE id % 900 = 3;
    INSERT INTO order_markets SELECT * FROM projected_markets;
    UPDATE open_orders SET waiting = true, type = 'stop' WHERE id % 500 = 0`);
});
afterAll(() => test.drop());

async function numbersOf(statement: string): Promise<number[]> {
  const found = await test.database.pool.query<{ id: number }>(
    `SELECT id::float8 AS id FROM orders WHERE ${statement} ORDER BY id DESC`,
  );
  return found.rows.map(({ id }) => id);
}

/** Every page to the last, and how many there were. */
async function walk(filter: AllOrdersFilter, limit = 200) {
  const ids: number[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await listAllOrders(test.database.kysely, filter, { limit, cursor });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.next ?? undefined;
    pages += 1;
  } while (cursor !== undefined && pages < 1_000);
  return { ids, pages };
}

const at = (row: number) => historyStart + row * 1_000;
const rejected = "state = 'canceled' AND filled = 0 AND type = 'stop'";

describe('orders of everyone', () => {
  it.each<[string, AllOrdersFilter, string]>([
    ['filled', { status: 'filled' }, "state = 'done'"],
    ['rejected', { status: 'rejected' }, rejected],
    ['rejected of an account', { status: 'rejected', account: 'bot' }, `${rejected} AND account = 'bot'`],
    ['pending', { status: 'pending' }, "state = 'active' AND waiting"],
    [
      'open in a market',
      { status: 'open', market: 'BTC-USDT' },
      "state = 'active' AND NOT waiting AND market = 'BTC-USDT'",
    ],
    ['that would have met themselves', { endedBy: 'self_trade' }, "reason = 'self_trade'"],
    ['open ones that ended so: none', { status: 'open', endedBy: 'self_trade' }, 'false'],
    ['waiting ones that ended so: none', { status: 'pending', endedBy: 'self_trade' }, 'false'],
    ['that are large', { worthMin: '0.5', market: 'ETH-USDT' }, "market = 'ETH-USDT' AND quantity = 100000"],
    ['of a rare type', { type: 'stop' }, "type = 'stop'"],
    [
      'of a market and a side, filled',
      { market: 'ETH-USDT', side: 'buy', status: 'filled' },
      "market = 'ETH-USDT' AND side = 'buy' AND state = 'done'",
    ],
    [
      'cancelled of an account in a market',
      { account: 'user:7', market: 'BNB-USDT', status: 'cancelled' },
      "account = 'user:7' AND market = 'BNB-USDT' AND state = 'canceled'",
    ],
    ['of an account', { account: 'user:7' }, "account = 'user:7'"],
    [
      'of an hour',
      { from: at(20_000), to: at(23_600) },
      `placed_at >= ${at(20_000)} AND placed_at < ${at(23_600)}`,
    ],
    [
      'of an account and an hour',
      { account: 'bot', from: at(20_000), to: at(23_600), side: 'buy' },
      `account = 'bot' AND side = 'buy' AND placed_at >= ${at(20_000)} AND placed_at < ${at(23_600)}`,
    ],
    ['of an hour in which nothing happened', { from: at(rows * 2), to: at(rows * 3) }, 'false'],
  ])('are found once each, page by page: %s', async (_, filter, statement) => {
    expect((await walk(filter)).ids).toEqual(await numbersOf(statement));
  });

  it('end a page early where what is sought is rare, and go on from there', async () => {
    const { ids, pages } = await walk({ side: 'buy', type: 'limit', status: 'filled', market: 'ETH-USDT' });
    expect(ids.length).toBeGreaterThan(20);
    const none = await walk({ type: 'limit', side: 'buy', account: 'bot', status: 'rejected' });
    expect(none.ids).toEqual([]);
    expect(pages + none.pages).toBeLessThan(10);
  });

  it('read on at the deepest page by the key, whatever lies before it', async () => {
    const { rows: plan } = await test.database.pool.query(
      "EXPLAIN (FORMAT TEXT) SELECT id FROM closed_orders WHERE market = 'BTC-USDT' AND id < 500 ORDER BY id DESC LIMIT 51",
    );
    expect(JSON.stringify(plan)).toContain('Index');
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  });
});

describe('a moment', () => {
  it.each([
    [at(15_000) - 1, 15_000],
    [at(15_000), 15_000],
    [at(15_000) + 1, 15_001],
    [at(rows) + 1, rows + 1],
  ])('is found among numbers that grow with time: %d', async (time, number) => {
    const found = await firstSince(test.database.kysely, {
      table: 'closed_orders',
      key: 'id',
      at: 'placed_at',
      time,
    });
    expect(found).toBe(number);
  });
});

describe('trades of everyone', () => {
  it.each([
    ['all', {}, 'true'],
    ['of a market', { market: 'BTC-USDT' }, "market = 'BTC-USDT'"],
    [
      'of an hour',
      { from: at(20_000), to: at(21_000) },
      `executed_at >= ${at(20_000)} AND executed_at < ${at(21_000)}`,
    ],
    ['of an account', { account: 'user:7' }, "id IN (SELECT trade_id FROM fills WHERE account = 'user:7')"],
    ['of an order', { order: 4_000 }, 'id IN (SELECT trade_id FROM fills WHERE order_id = 4000)'],
  ])('are found once each, with both sides: %s', async (_, filter, statement) => {
    const all = await test.database.pool.query<{ id: number }>(
      `SELECT id::float8 AS id FROM trades WHERE ${statement} ORDER BY id DESC LIMIT 60`,
    );
    const first = await listAllTrades(test.database.kysely, filter, { limit: 30 });
    const more =
      first.next === null
        ? { rows: [] }
        : await listAllTrades(test.database.kysely, filter, { limit: 30, cursor: first.next });
    expect([...first.rows, ...more.rows].map(({ taker }) => taker.tradeId)).toEqual(
      all.rows.map(({ id }) => id),
    );
  });
});
