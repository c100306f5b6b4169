import type { Dashboard } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';

type Trading = Dashboard['trading'];
type Source = Pick<Platform, 'database'>;

const hourSeconds = 3_600;

const periodDays = [1, 7, 30] as const;

/** A sum of candles in the coin of their prices. */
const volume = sql`trim_scale(sum(quote_volume) * ('1e-' || coins.decimals)::numeric)::text`;

/** By the candles of hours that the trades are counted by. What the list of markets shows may have a demo's generated history in it; this is what was traded. */
async function volumesOf({ database }: Source, first: number): Promise<Trading['volumes']> {
  const { rows } = await sql<Trading['volumes'][number]>`
    select pairs.quote as currency, ${volume} as amount from candles
    join pairs on pairs.code = candles.market join coins on coins.code = pairs.quote
    where timeframe = '1h' and time >= ${first} group by pairs.quote, coins.decimals order by pairs.quote
  `.execute(database.kysely);
  return rows;
}

/** By candles of days: so many rows as there are markets, times thirty. */
async function periodsOf({ database }: Source, now: Date): Promise<Trading['periods']> {
  const today = Math.floor(now.getTime() / 86_400_000) * 86_400;
  const { rows } = await sql<{ days: number; currency: string; amount: string; trades: number }>`
    select days, pairs.quote as currency, sum(candles.trades)::int as trades, ${volume} as amount
    from unnest(${[...periodDays]}::int[]) as days
    join candles on timeframe = '1d' and time >= ${today}::bigint - (days - 1) * 86400
    join pairs on pairs.code = candles.market join coins on coins.code = pairs.quote
    group by days, pairs.quote, coins.decimals order by days, pairs.quote
  `.execute(database.kysely);
  return periodDays.map((days) => {
    const own = rows.filter((row) => row.days === days);
    return {
      days,
      trades: own.reduce((sum, { trades }) => sum + trades, 0),
      volumes: own.map(({ currency, amount }) => ({ currency, amount })),
    };
  });
}

/** The last day by its hours. The candles have them already, so that it costs the same however much was traded. */
export async function readTrading(platform: Source, now: Date): Promise<Trading> {
  const db = platform.database.kysely;
  const thisHour = Math.floor(now.getTime() / 1_000 / hourSeconds) * hourSeconds;
  const first = thisHour - 23 * hourSeconds;
  const [hours, volumes, periods, orders, halted] = await Promise.all([
    sql<{ time: string; trades: number }>`
      select time::text, sum(trades)::int as trades from candles
      where timeframe = '1h' and time >= ${first} group by time
    `.execute(db),
    volumesOf(platform, first),
    periodsOf(platform, now),
    sql<{ count: number }>`select count(*)::int as count from open_orders`.execute(db),
    sql<{ code: string }>`select code from pairs where state = 'halted' order by code`.execute(db),
  ]);
  const tradesAt = new Map(hours.rows.map(({ time, trades }) => [Number(time), trades]));
  const listed = Array.from({ length: 24 }, (_, hour) => first + hour * hourSeconds).map((time) => ({
    time: new Date(time * 1_000).toISOString(),
    trades: tradesAt.get(time) ?? 0,
  }));
  return {
    open_orders: orders.rows[0]?.count ?? 0,
    trades: listed.reduce((sum, { trades }) => sum + trades, 0),
    volumes,
    periods,
    hours: listed,
    halted: halted.rows.map(({ code }) => code),
  };
}
