import { rateHoursMax, type Timeframe } from '@emporion/contracts/rest';
import type { Queryable } from '#platform/database/database.ts';

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
  database: Queryable,
  { timeframe, times, now }: { timeframe: CloseTimeframe; times: readonly number[]; now?: number },
): Promise<Map<string, (MarketClose | undefined)[]>> {
  const length = closeSeconds[timeframe];
  const latest = times.map((time) => Math.floor(time / 1_000) - (time === now ? 0 : length));
  const last = (table: string, traded: number) => `(SELECT close, time, ${traded} AS traded FROM ${table}
    WHERE market = markets.market AND timeframe = $1 AND time <= asked.latest AND time > asked.latest - $3::bigint
    ORDER BY time DESC LIMIT 1)`;
  const { rows } = await database.query<{ market: string; place: number; close: string; time: number }>(
    `SELECT markets.market, asked.place::int AS place, found.close::text AS close, found.time::float8 AS time
     FROM projected_markets AS markets
     CROSS JOIN unnest($2::bigint[]) WITH ORDINALITY AS asked (latest, place)
     CROSS JOIN LATERAL (
       SELECT close, time FROM (${last('candles', 1)} UNION ALL ${last('candle_seeds', 0)}) AS both_kinds
       ORDER BY time DESC, traded DESC LIMIT 1
     ) AS found`,
    [timeframe, latest, rateHoursMax * 3_600],
  );
  const closes = new Map<string, (MarketClose | undefined)[]>();
  for (const { market, place, close, time } of rows) {
    const own = closes.get(market) ?? times.map(() => undefined);
    closes.set(market, own);
    const asked = times[place - 1] ?? 0;
    own[place - 1] = { price: BigInt(close), at: Math.min((time + length) * 1_000, asked) };
  }
  return closes;
}
