import { sql } from 'kysely';
import type pg from 'pg';
import { executorOn } from '#platform/database/executor-on.ts';
import { checkpointOf } from '#runtime/followers/index.ts';
import { marketHistory } from '../trades.ts';
import { type Minute, windowStart } from './ticker-board.ts';

export interface TickerSeed {
  /** The last batch of the journal whose trades are in it: a board goes on with the trades of the batches after. */
  readonly batch: number;
  readonly markets: ReadonlyMap<string, readonly Minute[]>;
}

/** The last minute before the window of 24 hours and all within it, of every market; generated history where trades are missing. */
export async function readTickerSeed(pool: pg.Pool, { now }: { now: number }): Promise<TickerSeed> {
  const client = await pool.connect();
  try {
    // One view of the checkpoint and the candles, so that no trade counts twice or not at all.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const batch = await checkpointOf(client, marketHistory);
    const { rows } = await minutesQuery(windowStart(now)).execute(executorOn(client));
    await client.query('COMMIT');
    const markets = new Map<string, readonly Minute[]>();
    for (const { market, minutes } of rows) markets.set(market, minutes.map(minuteOf));
    return { batch, markets };
  } finally {
    client.release();
  }
}

/** Time, open, high, low, close, then the volumes, which may be larger than a number holds. */
type MinuteColumns = readonly [number, number, number, number, number, string, string];

function minuteOf([time, open, high, low, close, volume, quoteVolume]: MinuteColumns): Minute {
  return { time, open, high, low, close, volume: BigInt(volume), quoteVolume: BigInt(quoteVolume) };
}

const columns = sql`time, open, high, low, close, volume`;
/** Of generated history nobody knows what was paid; its closing price stands for all of the minute. */
const paid = {
  candles: sql`trunc(quote_volume * 10::numeric ^ (price_decimals + quantity_decimals - quote_decimals))`,
  candle_seeds: sql`volume * close`,
};

/** `start` is in seconds since 1970. A row for each market, for the driver takes ten times as long over a row for each of its minutes. */
export function minutesQuery(start: number) {
  const of = (table: 'candles' | 'candle_seeds', traded: number) => sql`
    (select ${columns}, ${paid[table]} as paid, ${sql.lit(traded)} as traded from ${sql.table(table)}
      where market = markets.market and timeframe = '1m' and time < ${start} order by time desc limit 1)
    union all
    (select ${columns}, ${paid[table]}, ${sql.lit(traded)} from ${sql.table(table)}
      where market = markets.market and timeframe = '1m' and time >= ${start})`;
  return sql<{ readonly market: string; readonly minutes: readonly MinuteColumns[] }>`
    select market, json_agg(json_build_array(time, open, high, low, close, volume::text, paid::text) order by time) as minutes
    from (
      select markets.market, time, (array_agg(open order by traded))[1] as open, max(high) as high, min(low) as low,
        (array_agg(close order by traded desc))[1] as close, sum(volume) as volume, trunc(sum(paid)) as paid
      from projected_markets as markets
      cross join lateral (${of('candles', 1)} union all ${of('candle_seeds', 0)}) as minutes
      group by markets.market, minutes.time
    ) as joined
    group by market
  `;
}
