import type { Timeframe } from '@emporion/contracts/rest';
import { TickMarkType, type UTCTimestamp } from 'lightweight-charts';

/** Days and longer open at midnight of UTC and are named so; shorter ones are read by the clock on the wall. */
function isOfDays(timeframe: Timeframe): boolean {
  return timeframe === '1d' || timeframe === '1w' || timeframe === '1M';
}

/**
 * The library knows only UTC, so moments are moved by what the clock here differs. One difference for all: with that of
 * each moment, an hour would come twice in autumn.
 */
export function clockShiftSeconds(timeframe: Timeframe, now: Date = new Date()): number {
  return isOfDays(timeframe) ? 0 : -now.getTimezoneOffset() * 60;
}

export function toChartTime(epochSeconds: number, shiftSeconds: number): UTCTimestamp {
  return (epochSeconds + shiftSeconds) as UTCTimestamp;
}

const markFormats: Readonly<Record<TickMarkType, Intl.DateTimeFormatOptions>> = {
  [TickMarkType.Year]: { year: 'numeric' },
  [TickMarkType.Month]: { month: 'short' },
  [TickMarkType.DayOfMonth]: { day: 'numeric' },
  [TickMarkType.Time]: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  [TickMarkType.TimeWithSeconds]: { timeStyle: 'medium', hourCycle: 'h23' },
};

function dateOf(time: unknown): Date {
  return new Date(Number(time) * 1_000);
}

export function createTimeTexts(language: string, timeframe: Timeframe) {
  const whole = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    dateStyle: 'medium',
    ...(isOfDays(timeframe) ? {} : { timeStyle: 'short', hourCycle: 'h23' }),
  });
  const marks = new Map<TickMarkType, Intl.DateTimeFormat>();
  const formatOf = (type: TickMarkType): Intl.DateTimeFormat => {
    const format =
      marks.get(type) ?? new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...markFormats[type] });
    marks.set(type, format);
    return format;
  };
  return {
    moment: (time: unknown): string => whole.format(dateOf(time)),
    mark: (time: unknown, type: TickMarkType): string => formatOf(type).format(dateOf(time)),
  };
}
