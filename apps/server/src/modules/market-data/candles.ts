import type { Timeframe } from '@emporion/contracts/rest';
import type { Queryable } from '#platform/database/database.ts';

/** Prices and volume are in the market's units. */
export interface CandleRecord {
  /** When it opens, in seconds since 1970. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: bigint;
}

export interface CandleQuery {
  readonly market: string;
  readonly timeframe: Timeframe;
  /** In seconds since 1970: only candles that open earlier. */
  readonly before?: number | undefined;
  readonly limit: number;
}

type CandleRow = Omit<CandleRecord, 'volume'> & { readonly volume: string };

/**
 * The last candles, the oldest first. Where generated history and trades meet in one candle, it opens as the history did and closes as the
 * trades do.
 */
export async function listCandles(database: Queryable, query: CandleQuery): Promise<CandleRecord[]> {
  const { text, values } = candlesQuery(query);
  const { rows } = await database.query<CandleRow>(text, values);
  return rows.reverse().map((row) => ({ ...row, volume: BigInt(row.volume) }));
}

export function candlesQuery({ market, timeframe, before, limit }: CandleQuery): {
  text: string;
  values: unknown[];
} {
  const last = (table: string, traded: number) =>
    `(SELECT time, open, high, low, close, volume, ${traded} AS traded FROM ${table}
      WHERE market = $1 AND timeframe = $2 AND time < $3 ORDER BY time DESC LIMIT $4)`;
  return {
    text: `SELECT time::float8 AS time, (array_agg(open ORDER BY traded))[1]::float8 AS open, max(high)::float8 AS high,
        min(low)::float8 AS low, (array_agg(close ORDER BY traded DESC))[1]::float8 AS close, sum(volume)::text AS volume
      FROM (${last('candles', 1)} UNION ALL ${last('candle_seeds', 0)}) AS both_kinds
      GROUP BY both_kinds.time ORDER BY both_kinds.time DESC LIMIT $4`,
    values: [market, timeframe, before ?? Number.MAX_SAFE_INTEGER, limit],
  };
}
