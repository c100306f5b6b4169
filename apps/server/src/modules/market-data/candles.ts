import type { Timeframe } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

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
export async function listCandles(
  database: QueryExecutorProvider,
  query: CandleQuery,
): Promise<CandleRecord[]> {
  const { rows } = await candlesQuery(query).execute(database);
  return rows.reverse().map((row) => ({ ...row, volume: BigInt(row.volume) }));
}

export function candlesQuery({
  market,
  timeframe,
  before = Number.MAX_SAFE_INTEGER,
  limit,
}: CandleQuery): RawBuilder<CandleRow> {
  const last = (table: string, traded: number) =>
    sql`(select time, open, high, low, close, volume, ${sql.lit(traded)} as traded from ${sql.table(table)}
      where market = ${market} and timeframe = ${timeframe} and time < ${before} order by time desc limit ${limit})`;
  return sql<CandleRow>`
    select time::float8 as time, (array_agg(open order by traded))[1]::float8 as open, max(high)::float8 as high,
      min(low)::float8 as low, (array_agg(close order by traded desc))[1]::float8 as close, sum(volume)::text as volume
    from (${last('candles', 1)} union all ${last('candle_seeds', 0)}) as both_kinds
    group by both_kinds.time order by both_kinds.time desc limit ${limit}
  `;
}
