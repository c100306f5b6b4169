import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCandles } from '#modules/market-data/index.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { referencePrice } from '../price/reference-price.ts';
import { bitcoin } from '../testing/bitcoin.ts';
import { writeHistory } from './write-history.ts';

const now = Date.parse('2026-03-01T12:34:56.789Z');
const later = now + 5 * 3_600_000;
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const read = (timeframe: '1m' | '1h' | '1d', limit: number) =>
  listCandles(test.database.kysely, { market: bitcoin.code, timeframe, limit });

it('writes a whole history once, and after a pause only what was missed', async () => {
  expect(await writeHistory(test, bitcoin, now)).toBeGreaterThan(7_500);
  expect(await writeHistory(test, bitcoin, now + 60_000)).toBe(0);
  const [day] = await read('1d', 1);
  const missed = await writeHistory(test, bitcoin, later);
  expect(missed).toBeGreaterThan(5 * 60);
  expect(missed).toBeLessThan(500);

  for (const [timeframe, seconds] of [
    ['1m', 60],
    ['1h', 3_600],
  ] as const) {
    const candles = await read(timeframe, 400);
    expect(candles).toHaveLength(400);
    const steps = candles.slice(1).map((candle, index) => candle.time - (candles[index]?.time ?? 0));
    expect(new Set(steps)).toEqual(new Set([seconds]));
    expect(candles.at(-1)?.close).toBe(referencePrice(bitcoin, later));
  }
  const [wholeDay] = await read('1d', 1);
  expect(wholeDay?.open).toBe(day?.open);
  expect(wholeDay?.volume).toBeGreaterThan(day?.volume ?? 0n);
});

it('leaves the minutes alone in which somebody traded', async () => {
  const minute = Math.floor(later / 60_000) * 60 + 600;
  await test.database.pool.query(`INSERT INTO candles VALUES ($1, '1m', $2, 7, 9, 5, 8, 3, 0, 1)`, [
    bitcoin.code,
    minute,
  ]);
  expect(await writeHistory(test, bitcoin, (minute + 90) * 1_000)).toBe(0);
  expect((await read('1m', 1))[0]).toMatchObject({ time: minute, open: 7, close: 8 });
});
