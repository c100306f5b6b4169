import { rateHoursMax, type Timeframe } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';

/** What a market's price was at a moment, in its units, and when the candle closed that says so, in milliseconds since 1970. */
export interface MarketClose {
  readonly price: bigint;
  readonly at: number;
}

/** The timeframes that values go by, in seconds. */
export const closeSeconds = {
  '1m': 60,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
} as const satisfies Partial<Record<Timeframe, number>>;
export type CloseTimeframe = keyof typeof closeSeconds;

/**
 * The last price of every market at each of the moments, by candles that had closed then; of the last moment also by the one that is still open, when that is now.
 * Undefined where the last one had closed more than 48 hours before. It costs a look into an index for each market and moment.
 */
export async function closesAt(
  database: QueryExecutorProvider,
  { timeframe, times, now }: { timeframe: CloseTimeframe; times: readonly number[]; now?: number },
): Promise<Map<string, (MarketClose | undefined)[]>> {
  const length = closeSeconds[timeframe];
  const latest = times.map((time) => Math.floor(time / 1_000) - (time === now ? 0 : length));
  const last = (table: string, traded: number) =>
    sql`(select close, time, ${sql.lit(traded)} as traded from ${sql.table(table)}
      where market = markets.market and timeframe = ${timeframe}
        and time <= asked.latest and time > asked.latest - ${rateHoursMax * 3_600}::bigint
      order by time desc limit 1)`;
  const { rows } = await sql<{ market: string; place: number; close: string; time: number }>`
    select markets.market, asked.place::int as place, found.close::text as close, found.time::float8 as time
    from projected_markets as markets
    cross join unnest(${latest}::bigint[]) with ordinality as asked (latest, place)
    cross join lateral (
      select close, time from (${last('candles', 1)} union all ${last('candle_seeds', 0)}) as both_kinds
      order by time desc, traded desc limit 1
    ) as found
  `.execute(database);
  const closes = new Map<string, (MarketClose | undefined)[]>();
  for (const { market, place, close, time } of rows) {
    const own = closes.get(market) ?? times.map(() => undefined);
    closes.set(market, own);
    const asked = times[place - 1] ?? 0;
    own[place - 1] = { price: BigInt(close), at: Math.min((time + length) * 1_000, asked) };
  }
  return closes;
}
