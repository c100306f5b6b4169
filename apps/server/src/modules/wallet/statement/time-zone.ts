import { Problem } from '#platform/http/problem.ts';

/** @throws Problem unprocessable_entity with value_invalid on the field `time_zone`, for a zone that nobody knows. */
export function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new Problem('unprocessable_entity', { fields: { time_zone: { code: 'value_invalid' } } });
  }
}

/** When a year begins in a time zone, in milliseconds since 1970. */
export function startOfYear(year: number, timeZone: string): number {
  const wanted = Date.UTC(year, 0, 1);
  // A second look, for the clock may be another one there than here.
  const guess = wanted - offsetAt(wanted, timeZone);
  return wanted - offsetAt(guess, timeZone);
}

/** How far the clocks of a zone are ahead at a moment, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - at;
}
