import { expect, it } from 'vitest';
import { type Interval, nextTime } from './schedule.ts';

it.each<[Interval, string, string, string]>([
  ['day', '2026-03-01T10:00:00Z', '2026-02-20T00:00:00Z', '2026-03-01T10:00:00Z'],
  ['day', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z'],
  ['day', '2026-03-01T10:00:00Z', '2026-03-09T09:59:59Z', '2026-03-09T10:00:00Z'],
  ['week', '2026-03-01T10:00:00Z', '2026-04-01T00:00:00Z', '2026-04-05T10:00:00Z'],
  ['month', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
  ['month', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z', '2026-03-31T10:00:00Z'],
  ['month', '2026-01-31T10:00:00Z', '2026-04-30T09:00:00Z', '2026-04-30T10:00:00Z'],
  ['month', '2024-02-29T10:00:00Z', '2025-02-28T10:00:00Z', '2025-03-29T10:00:00Z'],
])('every %s from %s, after %s, is %s', (every, start, after, next) => {
  expect(nextTime(new Date(start), every, new Date(after))).toEqual(new Date(next));
});
