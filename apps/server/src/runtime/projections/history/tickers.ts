import type { Queryable } from './queryable.ts';

/** What a market did within 24 hours, in its units; generated history counts where trades are missing. */
export interface TickerRecord {
  readonly market: string;
  /** The last price. */
  readonly price: number;
  /** The price 24 hours ago; the change is the difference. */
  readonly priceBefore: number;
  readonly high: number;
  readonly low: number;
  /** In the base coin's quantity units. */
  readonly volume: bigint;
}

type TickerRow = Omit<TickerRecord, 'volume'> & { readonly volume: string };

const dayInSeconds = 86_400;

/** The tickers of all markets that have a price. `now` is in milliseconds since 1970. The window moves on by whole minutes. */
export async function readTickers(database: Queryable, { now }: { now: number }): Promise<TickerRecord[]> {
  const from = Math.floor(now / 60_000) * 60 - dayInSeconds;
  const { rows } = await database.query<TickerRow>(tickersQuery, [from]);
  return rows.map((row) => ({ ...row, volume: BigInt(row.volume) }));
}

/** A market without a candle in the window has stood still: its last price is all there is to say. */
export const tickersQuery = `
  SELECT markets.market, latest.close::float8 AS price, coalesce(earlier.close, day.open, latest.close)::float8 AS "priceBefore",
    coalesce(day.high, latest.close)::float8 AS high, coalesce(day.low, latest.close)::float8 AS low,
    coalesce(day.volume, 0)::text AS volume
  FROM projected_markets AS markets
  CROSS JOIN LATERAL (
    SELECT close FROM (
      (SELECT close, time, 1 AS traded FROM candles WHERE market = markets.market AND timeframe = '1m' ORDER BY time DESC LIMIT 1)
      UNION ALL
      (SELECT close, time, 0 FROM candle_seeds WHERE market = markets.market AND timeframe = '1m' ORDER BY time DESC LIMIT 1)
    ) AS last_of_each ORDER BY time DESC, traded DESC LIMIT 1
  ) AS latest
  LEFT JOIN LATERAL (
    SELECT close FROM (
      (SELECT close, time, 1 AS traded FROM candles
        WHERE market = markets.market AND timeframe = '1m' AND time < $1 ORDER BY time DESC LIMIT 1)
      UNION ALL
      (SELECT close, time, 0 FROM candle_seeds
        WHERE market = markets.market AND timeframe = '1m' AND time < $1 ORDER BY time DESC LIMIT 1)
    ) AS last_of_each ORDER BY time DESC, traded DESC LIMIT 1
  ) AS earlier ON true
  LEFT JOIN LATERAL (
    SELECT max(high) AS high, min(low) AS low, sum(volume) AS volume,
      (array_agg(open ORDER BY time, traded))[1] AS open
    FROM (
      SELECT time, open, high, low, volume, 1 AS traded FROM candles
        WHERE market = markets.market AND timeframe = '1m' AND time >= $1
      UNION ALL
      SELECT time, open, high, low, volume, 0 FROM candle_seeds
        WHERE market = markets.market AND timeframe = '1m' AND time >= $1
    ) AS minutes
  ) AS day ON true
  ORDER BY markets.market`;
