import { invariant } from '@emporion/kernel';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candlesQuery } from '#modules/market-data/candles.ts';
import { minutesQuery } from '#modules/market-data/tickers/read-ticker-seed.ts';
import { tradesQuery } from '#modules/market-data/trades.ts';
import { fillsQuery } from '#modules/trading/history/fills.ts';
import { ordersQuery } from '#modules/trading/history/orders.ts';
import { ledgerQuery } from '#modules/wallet/history/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { generateHistory, historyStart } from '#testing/generate-history.ts';

/** Many enough that reading all of a table is never the better plan; `generateHistory` with ten million is the same by hand. */
const rows = 40_000;
/** Those that grow for ever. The others stay small, and reading a small table whole is a good plan. */
const growing = ['closed_orders', 'trades', 'fills', 'ledger_entries', 'candles', 'swaps'];
/** An index page or two for each level and for each row of the answer: what a question may touch however long history grows. */
const pagesMax = 400;
const limit = 50;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await generateHistory(test.database.pool, rows);
});
afterAll(() => test.drop());

async function explain(query: RawBuilder<unknown>) {
  const { rows: answer } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, buffers, format json) ${query}
  `.execute(test.database.kysely);
  const plan = answer[0]?.['QUERY PLAN'][0].Plan;
  invariant(plan, 'a plan');
  const scans = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan');
  return {
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    scanned: scans.map((node) => node['Relation Name'] ?? '').filter((table) => growing.includes(table)),
  };
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const middle = historyStart + (rows / 2) * 1_000;
const half = { limit, cursor: `${middle}-${rows / 2}` };
const day = { from: middle, to: middle + 86_400_000 };
const bot = { account: 'bot' };

describe('however long history grows, a page of it touches a few pages of the database', () => {
  it.each([
    ['the newest orders of a bot', ordersQuery(bot, { limit })],
    ['orders in the middle of its history', ordersQuery(bot, half)],
    ['its filled orders, which are few', ordersQuery({ ...bot, state: 'done' }, half)],
    ['its cancelled orders, which are many', ordersQuery({ ...bot, state: 'canceled' }, half)],
    ['its open orders', ordersQuery({ ...bot, state: 'active' }, { limit })],
    ['its orders of one pair', ordersQuery({ ...bot, market: 'ARB-USDT' }, half)],
    ['its orders of one pair and side', ordersQuery({ ...bot, market: 'ARB-USDT', side: 'buy' }, half)],
    ['its stops among very many limit orders', ordersQuery({ ...bot, type: 'stop' }, { limit })],
    ['the order that it has a name for', ordersQuery({ ...bot, clientOrderId: 'mine' }, { limit })],
    ['its orders of one day', ordersQuery({ ...bot, ...day }, { limit })],
    ['the orders of a person', ordersQuery({ account: 'user:7' }, { limit })],
    ['the orders of nobody', ordersQuery({ account: 'nobody' }, { limit })],
    ['fills', fillsQuery(bot, half)],
    ['fills of one pair and day', fillsQuery({ ...bot, market: 'ARB-USDT', ...day }, { limit })],
    ['the latest trades of a pair', tradesQuery({ market: 'BTC-USDT' }, { limit: 200 })],
    ['trades in the middle', tradesQuery({ market: 'BTC-USDT' }, half)],
    ['the ledger', ledgerQuery(bot, { limit, cursor: `${half.cursor}-0` })],
    ['the ledger of a coin that moves rarely', ledgerQuery({ ...bot, coin: 'BTC' }, { limit })],
    ['candles', candlesQuery({ market: 'BTC-USDT', timeframe: '1m', before: middle / 1_000, limit: 300 })],
    ['a swap page', sql`select * from swaps where account = ${'bot'} order by id desc limit 20`],
  ])('%s', async (_what, query) => {
    const { pages, scanned } = await explain(query);
    expect(scanned).toEqual([]);
    expect(pages).toBeLessThan(pagesMax);
  });

  it('the day of every market that the tickers begin with', async () => {
    const newest = historyStart / 1_000 + Math.ceil(rows / 7) * 60;
    const { pages, scanned } = await explain(minutesQuery(newest - 86_400));
    expect(scanned).toEqual([]);
    // Seven markets with 1,440 minutes each.
    expect(pages).toBeLessThan(7 * pagesMax);
  });
});
