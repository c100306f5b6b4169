import { type Timeframe, timeframes } from '@emporion/contracts/rest';

const minuteSeconds = 60;
const daySeconds = 86_400;

/** The timeframes that a fixed number of seconds divides. */
const seconds: Partial<Record<Timeframe, number>> = {
  '1m': minuteSeconds,
  '5m': 5 * minuteSeconds,
  '15m': 15 * minuteSeconds,
  '30m': 30 * minuteSeconds,
  '1h': 60 * minuteSeconds,
  '4h': 240 * minuteSeconds,
  '1d': daySeconds,
};

/** The first of January 1970 was a Thursday; weeks begin on Monday. */
const daysSinceMonday = 3;

/** When the candle opens in which a moment falls: milliseconds since 1970 in, seconds out. */
export function candleTime(timeframe: Timeframe, at: number): number {
  const second = Math.floor(at / 1_000);
  const length = seconds[timeframe];
  if (length !== undefined) return second - (second % length);
  if (timeframe === '1w') {
    const day = Math.floor(second / daySeconds);
    return (day - ((day + daysSinceMonday) % 7)) * daySeconds;
  }
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1_000;
}

/** The opening times of all candles in which a moment falls, in the order of the timeframes. */
export function candleTimes(at: number): readonly number[] {
  return timeframes.map((timeframe) => candleTime(timeframe, at));
}

/** Candles of a block at most, but for months, whose blocks have a few more. */
const blockCandles = 256;

/** The time that a block of candles covers, in seconds: closed candles are kept in blocks, which begin at multiples of it. */
export function blockSeconds(timeframe: Timeframe): number {
  const length = seconds[timeframe] ?? (timeframe === '1w' ? 7 : 31) * daySeconds;
  return length * blockCandles;
}
