import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededNumbers } from '#runtime/testing/random-trading.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { listCandles } from '../candles.ts';
import { readTickerSeed } from './read-ticker-seed.ts';
import { TickerBoard } from './ticker-board.ts';

const now = Date.parse('2026-02-03T04:05:06.789Z');
const minute = Math.floor(now / 60_000) * 60;
const market = 'TEA-GOLD';
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.pool.query(
    `INSERT INTO projected_markets VALUES ('${market}', 'TEA', 'GOLD', 0, 0, 0, 0), ('EMPTY-GOLD', 'EMPTY', 'GOLD', 0, 0, 0, 0)`,
  );
});
afterAll(() => test.drop());

const insert = (
  table: 'candles' | 'candle_seeds',
  time: number,
  [open, high, low, close, volume]: number[],
) =>
  test.database.pool.query(
    table === 'candles'
      ? `INSERT INTO candles VALUES ($1, '1m', $2, $3, $4, $5, $6, $7, 111, 1)`
      : `INSERT INTO candle_seeds VALUES ($1, '1m', $2, $3, $4, $5, $6, $7)`,
    [market, time, open, high, low, close, volume],
  );

it('joins generated history and trades, and forgets what is older than a day', async () => {
  await insert('candle_seeds', minute - 86_460, [1, 9, 1, 50, 1_000]);
  await insert('candle_seeds', minute - 86_400, [51, 90, 40, 60, 10]);
  await insert('candle_seeds', minute - 60, [60, 70, 55, 65, 20]);
  await insert('candles', minute - 60, [66, 95, 64, 68, 5]);
  await insert('candles', minute, [69, 71, 69, 70, 7]);
  const expected = { market, price: 70, priceBefore: 50, high: 95, low: 40, volume: 42n };

  const { batch, markets } = await readTickerSeed(test.database.pool, { now });
  expect(batch).toBe(0);
  const board = new TickerBoard();
  for (const [code, minutes] of markets) board.seed(code, minutes);
  // Of the trades it is what was paid for them; of generated history, every minute at its closing price.
  const quoteVolume = 10n * 60n + 20n * 65n + 2n * 111n;
  expect(board.tickers(now)).toEqual([{ ...expected, quoteVolume }]);

  const candles = await listCandles(test.database.kysely, {
    market,
    timeframe: '1m',
    before: minute,
    limit: 2,
  });
  expect(
    candles.map(({ time, open, high, low, close, volume }) => [time, open, high, low, close, volume]),
  ).toEqual([
    [minute - 86_400, 51, 90, 40, 60, 10n],
    [minute - 60, 60, 95, 55, 68, 25n],
  ]);
});

it('keeps up trade by trade with what a look at all trades gives', () => {
  const below = seededNumbers(3);
  const board = new TickerBoard();
  const trades: { price: number; quantity: number; executedAt: number }[] = [];
  let at = now;
  for (let index = 0; index < 3_000; index += 1) {
    at += below(120_000);
    const trade = { price: 1 + below(1_000), quantity: 1 + below(9), executedAt: at };
    trades.push(trade);
    board.add({ market, ...trade });
    if (index % 100 > 0) continue;
    const from = (Math.floor(at / 60_000) * 60 - 86_400) * 1_000;
    const inside = trades.filter(({ executedAt }) => executedAt >= from);
    const prices = inside.map(({ price }) => price);
    expect(board.ticker(market, at)).toEqual({
      market,
      price: trade.price,
      priceBefore: trades.findLast(({ executedAt }) => executedAt < from)?.price ?? prices[0],
      high: Math.max(...prices),
      low: Math.min(...prices),
      volume: inside.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n),
      quoteVolume: inside.reduce((sum, { price, quantity }) => sum + BigInt(price * quantity), 0n),
    });
  }
});

it('remembers the last price of a market in which a day passed without a trade', () => {
  const board = new TickerBoard();
  expect(board.ticker(market, now)).toBeUndefined();
  board.add({ market, price: 7, quantity: 2, executedAt: now });
  const later = board.ticker(market, now + 2 * 86_400_000);
  expect(later).toMatchObject({ price: 7, priceBefore: 7, high: 7, low: 7, volume: 0n, quoteVolume: 0n });
});

it('tells what a market cost at the end of each hour, the quiet ones too', () => {
  const board = new TickerBoard();
  expect(board.closes(market, now)).toEqual([]);
  const hour = 3_600_000;
  const from = minute * 1_000 - 24 * hour;
  for (const [price, executedAt] of [
    [5, from - hour],
    [7, from + 1],
    [8, from + 2 * hour - 1],
    [9, from + 2 * hour],
    [11, now],
  ] as const)
    board.add({ market, price, quantity: 1, executedAt });
  const closes = board.closes(market, now);
  expect(closes).toHaveLength(25);
  expect(closes.slice(0, 4)).toEqual([5, 7, 8, 9]);
  expect(closes.slice(-2)).toEqual([9, 11]);
});
