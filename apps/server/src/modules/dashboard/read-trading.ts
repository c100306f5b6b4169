import type { Dashboard } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';

type Trading = Dashboard['trading'];

const hourSeconds = 3_600;

/** The last day by its hours. The candles have them already, so that it costs the same however much was traded. */
export async function readTrading(db: QueryExecutorProvider, now: Date): Promise<Trading> {
  const thisHour = Math.floor(now.getTime() / 1_000 / hourSeconds) * hourSeconds;
  const first = thisHour - 23 * hourSeconds;
  const [hours, volumes, orders, halted] = await Promise.all([
    sql<{ time: string; trades: number }>`
      select time::text, sum(trades)::int as trades from candles
      where timeframe = '1h' and time >= ${first} group by time
    `.execute(db),
    sql<{ currency: string; amount: string }>`
      select pairs.quote as currency, trim_scale(sum(quote_volume) * ('1e-' || coins.decimals)::numeric)::text as amount
      from candles join pairs on pairs.code = candles.market join coins on coins.code = pairs.quote
      where timeframe = '1h' and time >= ${first} group by pairs.quote, coins.decimals order by pairs.quote
    `.execute(db),
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
    volumes: volumes.rows,
    hours: listed,
    halted: halted.rows.map(({ code }) => code),
  };
}
