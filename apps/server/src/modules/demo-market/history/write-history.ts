import { sql } from 'kysely';
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
async function endOfHistory({ kysely }: Platform['database'], market: string): Promise<number> {
  const { rows } = await sql<{ time: number | null }>`
    select greatest(
      (select max(time) from candles where market = ${market} and timeframe = '1m'),
      (select max(time) from candle_seeds where market = ${market} and timeframe = '1m')
    )::float8 as time
  `.execute(kysely);
  const time = rows[0]?.time ?? null;
  return time === null ? 0 : (time + 60) * 1_000;
}

async function insertCandles(
  { kysely }: Platform['database'],
  market: string,
  candles: readonly GeneratedCandle[],
): Promise<void> {
  const column = <Name extends keyof GeneratedCandle>(name: Name) =>
    candles.map((candle) => `${candle[name]}`);
  // A candle that was generated in part before a pause goes on after it.
  await sql`
    insert into candle_seeds (market, timeframe, time, open, high, low, close, volume)
    select ${market}, * from unnest(
      ${column('timeframe')}::text[], ${column('time')}::bigint[], ${column('open')}::bigint[], ${column('high')}::bigint[],
      ${column('low')}::bigint[], ${column('close')}::bigint[], ${column('volume')}::numeric[]
    )
    on conflict (market, timeframe, time) do update set
      high = greatest(candle_seeds.high, excluded.high), low = least(candle_seeds.low, excluded.low),
      close = excluded.close, volume = candle_seeds.volume + excluded.volume
  `.execute(kysely);
}
