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
    const markets = new Map<string, Minute[]>();
    for (const { market, volume, quoteVolume, ...minute } of rows) {
      const list = markets.get(market) ?? [];
      list.push({ ...minute, volume: BigInt(volume), quoteVolume: BigInt(quoteVolume) });
      markets.set(market, list);
    }
    return { batch, markets };
  } finally {
    client.release();
  }
}

type MinuteRow = Omit<Minute, 'volume' | 'quoteVolume'> & {
  readonly market: string;
  readonly volume: string;
  readonly quoteVolume: string;
};

const columns = sql`time, open, high, low, close, volume`;
/** Of generated history nobody knows what was paid; its closing price stands for all of the minute. */
const paid = {
  candles: sql`trunc(quote_volume * 10::numeric ^ (price_decimals + quantity_decimals - quote_decimals))`,
  candle_seeds: sql`volume * close`,
};

/** `start` is in seconds since 1970. */
export function minutesQuery(start: number) {
  const of = (table: 'candles' | 'candle_seeds', traded: number) => sql`
    (select ${columns}, ${paid[table]} as paid, ${sql.lit(traded)} as traded from ${sql.table(table)}
      where market = markets.market and timeframe = '1m' and time < ${start} order by time desc limit 1)
    union all
    (select ${columns}, ${paid[table]}, ${sql.lit(traded)} from ${sql.table(table)}
      where market = markets.market and timeframe = '1m' and time >= ${start})`;
  return sql<MinuteRow>`
    select markets.market, time::float8 as time, (array_agg(open order by traded))[1]::float8 as open, max(high)::float8 as high,
      min(low)::float8 as low, (array_agg(close order by traded desc))[1]::float8 as close, sum(volume)::text as volume,
      trunc(sum(paid))::text as "quoteVolume"
    from projected_markets as markets
    cross join lateral (${of('candles', 1)} union all ${of('candle_seeds', 0)}) as minutes
    group by markets.market, minutes.time order by markets.market, minutes.time
  `;
}
