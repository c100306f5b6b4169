import type { Timeframe } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { marketHistory } from './trades.ts';

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

export interface ChartName {
  readonly market: string;
  readonly timeframe: Timeframe;
}

export interface CandleQuery extends ChartName {
  /** In seconds since 1970: only candles that open earlier. */
  readonly before?: number | undefined;
  readonly limit: number;
}

interface CandleRange extends CandleQuery {
  /** In seconds since 1970: only candles that open then or later. */
  readonly since?: number;
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
  since,
  before = Number.MAX_SAFE_INTEGER,
  limit,
}: CandleRange): RawBuilder<CandleRow> {
  const from = since === undefined ? sql`` : sql`and time >= ${since}`;
  const last = (table: string, traded: number) =>
    sql`(select time, open, high, low, close, volume, ${sql.lit(traded)} as traded from ${sql.table(table)}
      where market = ${market} and timeframe = ${timeframe} and time < ${before} ${from} order by time desc limit ${limit})`;
  return sql<CandleRow>`
    select time::float8 as time, (array_agg(open order by traded))[1]::float8 as open, max(high)::float8 as high,
      min(low)::float8 as low, (array_agg(close order by traded desc))[1]::float8 as close, sum(volume)::text as volume
    from (${last('candles', 1)} union all ${last('candle_seeds', 0)}) as both_kinds
    group by both_kinds.time order by both_kinds.time desc limit ${limit}
  `;
}

/** Candles as they were at one moment, the oldest first, and what tells whether candles that were read earlier still hold. */
export interface CandleReading {
  /** Changes whenever candles change that were closed: what was read under another revision no longer holds. */
  readonly revision: number;
  /** The time, in milliseconds since 1970, up to which trades are written. Trades that are still to be written happened then or later. */
  readonly writtenTo: number;
  /** When the newest candle before `since` opens. */
  readonly previous: number | undefined;
  readonly candles: readonly CandleRecord[];
}

/** Reads candles in one statement, so that all of the answer is of one moment. */
export async function readCandles(
  database: QueryExecutorProvider,
  range: CandleRange & { readonly since: number },
): Promise<CandleReading> {
  type Row = readonly [time: number, open: number, high: number, low: number, close: number, volume: string];
  // As JSON the driver parses one text instead of six for each candle.
  const { rows } = await sql<
    Omit<CandleReading, 'candles' | 'previous'> & { previous: number | null; candles: Row[] }
  >`
    select
      coalesce((select revision from candle_history), 0)::float8 as revision,
      coalesce((select accepted_at from follower_checkpoints where name = ${marketHistory}), 0)::float8 as "writtenTo",
      ${newestBefore(range, range.since)} as previous,
      coalesce((
        select json_agg(json_build_array(time, open, high, low, close, volume) order by time) from (${candlesQuery(range)}) as found
      ), '[]') as candles
  `.execute(database);
  const [{ previous, candles, ...state }] = rows as [(typeof rows)[0]];
  return {
    ...state,
    previous: previous ?? undefined,
    candles: candles.map(([time, open, high, low, close, volume]) => ({
      ...{ time, open, high, low, close },
      volume: BigInt(volume),
    })),
  };
}

/** When the newest candle that opens before a moment opens; undefined when there is none. */
export async function findCandleBefore(
  database: QueryExecutorProvider,
  chart: ChartName,
  before: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ time: number | null }>`
    select ${newestBefore(chart, before)} as time
  `.execute(database);
  return rows[0]?.time ?? undefined;
}

function newestBefore({ market, timeframe }: ChartName, before: number): RawBuilder<number | null> {
  const of = (table: string) =>
    sql`(select max(time) from ${sql.table(table)} where market = ${market} and timeframe = ${timeframe} and time < ${before})`;
  return sql`greatest(${of('candles')}, ${of('candle_seeds')})::float8`;
}
