import { expect, it } from 'vitest';
import { isMoment, momentOf } from './day.ts';

it('reads a day and a moment as the lists write them, and what the server writes as it is', () => {
  const local = (text: string) => new Date(text).toISOString();
  expect(momentOf('2026-11-18')).toBe(local('2026-11-18T00:00:00'));
  expect(momentOf('2026-11-18 10:04')).toBe(local('2026-11-18T10:04:00'));
  expect(momentOf('2026-11-18 10:04:31')).toBe(local('2026-11-18T10:04:31'));
  expect(momentOf('2026-11-18T10:04:31.250Z')).toBe('2026-11-18T10:04:31.250Z');
  for (const text of ['', '2026', '18.11.2026', '2026-13-45', 'yesterday'])
    expect([text, momentOf(text)]).toEqual([text, undefined]);
  expect(isMoment('2026-11-18')).toBe(false);
});
