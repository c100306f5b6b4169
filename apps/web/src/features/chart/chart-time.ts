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
  /** What is written below a candle: what began with it. */
  mark(epochSeconds: number, weight: number): string;
}

export function createTimeTexts(language: string, timeframe: Timeframe): TimeTexts {
  const shiftSeconds = clockShiftSeconds(timeframe);
  // Each is made when it is first needed: to make one takes the browser milliseconds, and a view seldom needs them all.
  const write = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | undefined;
    return (seconds: number) => {
      format ??= new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
      return format.format((seconds + shiftSeconds) * 1_000);
    };
  };
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const [year, month] = [write({ year: 'numeric' }), write({ month: 'short' })];
  const [day, time] = [write({ day: 'numeric' }), write(clock)];
  return {
    shiftSeconds,
    moment: write(isOfDays(timeframe) ? date : { ...date, ...clock }),
    mark(seconds, weight) {
      if (weight >= markWeights.year) return year(seconds);
      if (weight >= markWeights.month) return month(seconds);
      return weight >= markWeights.day ? day(seconds) : time(seconds);
    },
  };
}
