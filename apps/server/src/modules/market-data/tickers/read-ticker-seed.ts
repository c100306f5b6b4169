import type pg from 'pg';
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
    const { rows } = await client.query<
      Omit<Minute, 'volume' | 'quoteVolume'> & {
        market: string;
        volume: string;
        quoteVolume: string;
      }
    >(minutesQuery, [windowStart(now)]);
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

const columns = 'time, open, high, low, close, volume';
/** Of generated history nobody knows what was paid; its closing price stands for all of the minute. */
const paid = {
  candles: 'trunc(quote_volume * 10::numeric ^ (price_decimals + quantity_decimals - quote_decimals))',
  candle_seeds: 'volume * close',
};
const of = (table: 'candles' | 'candle_seeds', traded: number) => `
  (SELECT ${columns}, ${paid[table]} AS paid, ${traded} AS traded FROM ${table}
    WHERE market = markets.market AND timeframe = '1m' AND time < $1 ORDER BY time DESC LIMIT 1)
  UNION ALL
  (SELECT ${columns}, ${paid[table]}, ${traded} FROM ${table} WHERE market = markets.market AND timeframe = '1m' AND time >= $1)`;

export const minutesQuery = `
  SELECT markets.market, time::float8 AS time, (array_agg(open ORDER BY traded))[1]::float8 AS open, max(high)::float8 AS high,
    min(low)::float8 AS low, (array_agg(close ORDER BY traded DESC))[1]::float8 AS close, sum(volume)::text AS volume,
    trunc(sum(paid))::text AS "quoteVolume"
  FROM projected_markets AS markets
  CROSS JOIN LATERAL (${of('candles', 1)} UNION ALL ${of('candle_seeds', 0)}) AS minutes
  GROUP BY markets.market, minutes.time ORDER BY markets.market, minutes.time`;
