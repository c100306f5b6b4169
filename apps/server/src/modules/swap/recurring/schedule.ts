import type { recurringIntervals } from '@emporion/contracts/rest';

export type Interval = (typeof recurringIntervals)[number];

const dayMs = 86_400_000;
const steps = { day: dayMs, week: 7 * dayMs } as const;

/** The first time after `after` that is a whole number of intervals from the start, which itself counts. In UTC; the 31st is the last day where a month has none. */
export function nextTime(start: Date, every: Interval, after: Date): Date {
  if (start > after) return start;
  if (every === 'month') return nextMonth(start, after);
  const step = steps[every];
  const passed = Math.floor((after.getTime() - start.getTime()) / step);
  return new Date(start.getTime() + (passed + 1) * step);
}

function nextMonth(start: Date, after: Date): Date {
  const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
  let months = monthOf(after) - monthOf(start);
  while (addMonths(start, months) <= after) months += 1;
  return addMonths(start, months);
}

function addMonths(start: Date, months: number): Date {
  const date = new Date(start);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(start.getUTCDate(), last));
  return date;
}
