import type { Platform } from '#platform/platform.ts';
import type { DemoPair } from '../demo-pairs.ts';
import { type GeneratedCandle, generateCandles } from './generate-candles.ts';

/** A shorter pause shows in no chart. */
const pauseMsMin = 120_000;

/**
 * Fills the charts of a pair up to now: wholly at the first start, and afterwards with what was missed while nobody traded. Answers with how many
 * candles were written.
 */
export async function writeHistory(
  { database }: Pick<Platform, 'database'>,
  pair: DemoPair,
  now: number,
): Promise<number> {
  const from = await endOfHistory(database, pair.code);
  if (now - from < pauseMsMin) return 0;
  const candles = generateCandles(pair, { from, to: now });
  await insertCandles(database, pair.code, candles);
  return candles.length;
}

/** When the last minute ended of which something is known, traded or generated; zero when nothing is. */
async function endOfHistory({ pool }: Platform['database'], market: string): Promise<number> {
  const { rows } = await pool.query<{ time: number | null }>(
    `SELECT greatest(
       (SELECT max(time) FROM candles WHERE market = $1 AND timeframe = '1m'),
       (SELECT max(time) FROM candle_seeds WHERE market = $1 AND timeframe = '1m')
     )::float8 AS time`,
    [market],
  );
  const time = rows[0]?.time ?? null;
  return time === null ? 0 : (time + 60) * 1_000;
}

async function insertCandles(
  { pool }: Platform['database'],
  market: string,
  candles: readonly GeneratedCandle[],
): Promise<void> {
  const column = <Name extends keyof GeneratedCandle>(name: Name) =>
    candles.map((candle) => `${candle[name]}`);
  // A candle that was generated in part before a pause goes on after it.
  await pool.query(
    `INSERT INTO candle_seeds (market, timeframe, time, open, high, low, close, volume)
     SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::numeric[])
     ON CONFLICT (market, timeframe, time) DO UPDATE SET
       high = greatest(candle_seeds.high, excluded.high), low = least(candle_seeds.low, excluded.low),
       close = excluded.close, volume = candle_seeds.volume + excluded.volume`,
    [
      market,
      column('timeframe'),
      column('time'),
      column('open'),
      column('high'),
      column('low'),
      column('close'),
      column('volume'),
    ],
  );
}
