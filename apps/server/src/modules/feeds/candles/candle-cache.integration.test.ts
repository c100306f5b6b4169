import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CandleQuery, listCandles, marketHistory } from '#modules/market-data/index.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { CandleCache } from './candle-cache.ts';

const market = 'BTC-USDT';
const minute = 60;
/** A minute in which nothing special begins. */
const start = 1_760_000_040;
let test: TestDatabase;
let cache: CandleCache;
let nowSeconds: number;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await sql`truncate candles, candle_seeds, follower_checkpoints`.execute(test.database.kysely);
  nowSeconds = start;
  cache = newCache(64 * 1_024 * 1_024);
});

const newCache = (bytesMax: number) =>
  new CandleCache({
    reads: test.database.publicReads,
    encode: ({ volume, ...candle }) => JSON.stringify({ ...candle, volume: `${volume}` }),
    bytesMax,
  });

/** Writes candles as the follower of the journal does: with the time up to which trades are written, in one transaction. */
async function write(table: 'candles' | 'candle_seeds', times: readonly number[], close: number) {
  await test.database.kysely.transaction().execute(async (transaction) => {
    const extra = table === 'candles' ? sql`, quote_volume, trades` : sql``;
    const values = table === 'candles' ? sql`, 0, 1` : sql``;
    await sql`
      insert into ${sql.table(table)} (market, timeframe, time, open, high, low, close, volume ${extra})
      select ${market}, '1m', time, 1, ${close}, 1, ${close}, ${close} ${values} from unnest(${times}::bigint[]) as time
      on conflict (market, timeframe, time) do update set close = excluded.close, high = excluded.high
    `.execute(transaction);
    nowSeconds = Math.max(nowSeconds, ...times);
    await sql`
      insert into follower_checkpoints (name, version, batch, event, accepted_at) values (${marketHistory}, 1, 1, 1, ${nowSeconds * 1_000})
      on conflict (name) do update set accepted_at = excluded.accepted_at
    `.execute(transaction);
  });
}

const minutes = (count: number, from = start, every = 1) =>
  Array.from({ length: count }, (_, index) => from + index * every * minute);

async function asked(query: Partial<CandleQuery> = {}) {
  const whole = { market, timeframe: '1m', limit: 300, ...query } as const;
  const { texts, isClosed } = await cache.list(whole, nowSeconds * 1_000);
  const stored = await listCandles(test.database.kysely, whole);
  expect(texts.map((text) => JSON.parse(text))).toEqual(
    stored.map((candle) => ({ ...candle, volume: `${candle.volume}` })),
  );
  return { texts, isClosed };
}

it('answers as the tables do, whatever is asked for, while the history grows', async () => {
  // Dense, then with hours between two trades, then with generated history between them.
  await write('candle_seeds', minutes(700, start - 900 * minute), 5);
  await write('candles', minutes(600), 7);
  await write('candles', minutes(40, start + 700 * minute, 90), 8);
  const last = start + (700 + 39 * 90) * minute;
  for (let turn = 0; turn < 60; turn += 1) {
    const limit = [1, 2, 40, 300, 1_000][turn % 5] as number;
    const before =
      turn % 3 === 0 ? undefined : start + ((turn * 7_919) % 5_400) * minute - 900 * minute + turn;
    const { isClosed } = await asked({ limit, before });
    expect(isClosed).toBe(before !== undefined && before <= Math.max(nowSeconds, last));
    if (turn % 4 === 0) await write('candles', [last + Math.floor(turn / 8) * minute], 10 + turn);
  }
  expect((await asked({ before: 0 })).texts).toEqual([]);
  expect((await asked({ before: Number.MAX_SAFE_INTEGER, limit: 1_000 })).texts).toHaveLength(1_000);
});

it('reads closed candles once, and afterwards the newest alone', async () => {
  await write('candles', minutes(2_000), 7);
  const encoded: number[] = [];
  cache = new CandleCache({
    reads: test.database.publicReads,
    encode: ({ time }) => {
      encoded.push(time);
      return '{}';
    },
    bytesMax: 64 * 1_024 * 1_024,
  });
  const query = { market, timeframe: '1m', limit: 1_000 } as const;
  await cache.list(query, nowSeconds * 1_000);
  encoded.length = 0;
  await Promise.all([1, 300, 1_000].map((limit) => cache.list({ ...query, limit }, nowSeconds * 1_000)));
  expect(new Set(encoded)).toEqual(new Set([nowSeconds]));
});

it.each([
  ['is made anew', sql`truncate candles`],
  ['loses a candle', sql`delete from candles where time = ${start}`],
])('never answers with former candles once the history %s', async (_, change) => {
  await write('candles', minutes(900), 7);
  await asked({ limit: 1_000 });
  await test.database.kysely.transaction().execute(async (transaction) => {
    await change.execute(transaction);
    await sql`
      insert into candles (market, timeframe, time, open, high, low, close, volume, quote_volume, trades)
      select ${market}, '1m', time, 1, 9, 1, 9, 9, 9, 1 from unnest(${minutes(900)}::bigint[]) as time
      on conflict (market, timeframe, time) do nothing
    `.execute(transaction);
  });
  const { texts } = await asked({ limit: 1_000 });
  expect(JSON.parse(texts[0] as string).close).toBe(9);
  await write('candle_seeds', [start - minute], 3);
  expect((await asked({ limit: 1_000 })).texts).toHaveLength(901);
});

it('answers with what there is while a rebuild is under way', async () => {
  await write('candles', minutes(900), 7);
  await asked({ limit: 1_000 });
  await sql`truncate candles`.execute(test.database.kysely);
  await sql`update follower_checkpoints set accepted_at = 0`.execute(test.database.kysely);
  expect((await asked({ limit: 1_000 })).texts).toEqual([]);
  nowSeconds = start;
  await write('candles', minutes(10), 9);
  expect((await asked({ limit: 1_000 })).texts).toHaveLength(10);
});

it('keeps no more bytes than it may, and nothing for odd parameters', async () => {
  await write('candles', minutes(3_000), 7);
  cache = newCache(100_000);
  for (let turn = 0; turn < 8; turn += 1) {
    await asked({ limit: 1_000, before: start + ((turn * 733) % 3_000) * minute });
    expect(cache.bytes).toBeLessThanOrEqual(100_000);
  }
  cache = newCache(64 * 1_024 * 1_024);
  await asked({ limit: 1_000 });
  await asked({ limit: 1_000, before: start + 1_500 * minute });
  const { size, bytes } = cache;
  for (const before of [0, 1, start - 5_000_000, start + 77, 4_000_000_000, Number.MAX_SAFE_INTEGER])
    for (const limit of [1, 999]) await asked({ before, limit });
  expect(cache.size - size).toBeLessThanOrEqual(6);
  expect(cache.bytes).toBeLessThan(bytes * 2);
});
