import type { Timeframe } from '@emporion/contracts/rest';
import { markWeights } from './model/time-marks.ts';

/** Days and longer open at midnight of UTC and are named so; shorter ones are read by the clock on the wall. */
function isOfDays(timeframe: Timeframe): boolean {
  return timeframe === '1d' || timeframe === '1w' || timeframe === '1M';
}

/**
 * What the clock here differs from UTC. One difference for all moments of a chart: with that of each moment, an hour would
 * come twice in autumn.
 */
export function clockShiftSeconds(timeframe: Timeframe, now: Date = new Date()): number {
  return isOfDays(timeframe) ? 0 : -now.getTimezoneOffset() * 60;
}

export interface TimeTexts {
  readonly shiftSeconds: number;
  /** A whole date, with the time where candles are shorter than a day. */
  moment(epochSeconds: number): string;
  /** The same in digits, for what is drawn with the page: to make the first formatter takes a phone a tenth of a second. */
  digits(epochSeconds: number): string;
  /** What is written below a candle: what began with it. */
  mark(epochSeconds: number, weight: number): string;
}

export function createTimeTexts(language: string, timeframe: Timeframe): TimeTexts {
  const shiftSeconds = clockShiftSeconds(timeframe);
  const dateOf = (seconds: number) => new Date((seconds + shiftSeconds) * 1_000);
  // Each is made when it is first needed: to make one takes the browser milliseconds, and a view seldom needs them.
  const write = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | undefined;
    return (seconds: number) => {
      format ??= new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
      return format.format(dateOf(seconds));
    };
  };
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const month = write({ month: 'short' });
  return {
    shiftSeconds,
    moment: write(isOfDays(timeframe) ? date : { ...date, ...clock }),
    digits: (seconds) =>
      dateOf(seconds)
        .toISOString()
        .slice(0, isOfDays(timeframe) ? 10 : 16)
        .replace('T', ' '),
    // All our languages write these numbers alike, and the first picture need not wait for a formatter.
    mark(seconds, weight) {
      if (weight >= markWeights.year) return String(dateOf(seconds).getUTCFullYear());
      if (weight >= markWeights.month) return month(seconds);
      const iso = dateOf(seconds).toISOString();
      return weight >= markWeights.day ? String(Number(iso.slice(8, 10))) : iso.slice(11, 16);
    },
  };
}
