import { useEffect, useState } from 'react';

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** `3 d 4 h`, `12 min`, `40 s`: how long something lasts, in its two largest units. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} s`;
  const parts: string[] = [];
  let rest = Math.floor(seconds);
  for (const [name, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 && parts.length < 2) parts.push(`${count} ${name}`);
    else if (parts.length > 0) break;
  }
  return parts.join(' ');
}

const listeners = new Set<() => void>();
setInterval(() => {
  for (const listener of listeners) listener();
}, 1_000 * 30);

function useTicking(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const listener = (): void => tick((count) => count + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}

/** `2026-11-17 10:04:31` in the clock of whoever looks; the moment in UTC is its title. */
export function timeText(moment: string): string {
  const date = new Date(moment);
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The clock by which all moments are shown, such as `Europe/Lisbon (UTC+01:00)`. */
export function zoneText(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const minutes = -new Date().getTimezoneOffset();
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  const offset = `UTC${minutes < 0 ? '−' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return timeZone === 'UTC' ? 'UTC' : `${timeZone} (${offset})`;
}

/** A moment. Null: there was none. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return '–';
  return (
    <time dateTime={at} title={at} className="num whitespace-nowrap">
      {timeText(at)}
    </time>
  );
}

/** How long ago, going on by itself. */
export function Age({ since }: { since: string | null }) {
  useTicking();
  if (since === null) return '–';
  return (
    <time dateTime={since} title={timeText(since)} className="num whitespace-nowrap">
      {durationText((Date.now() - Date.parse(since)) / 1_000)}
    </time>
  );
}
