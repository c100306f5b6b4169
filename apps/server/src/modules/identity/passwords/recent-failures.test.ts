import { expect, it } from 'vitest';
import { networksOf } from '#platform/http/address-key.ts';
import { RecentFailures } from './recent-failures.ts';

const start = new Date('2026-03-01T12:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
let count = 0;
function anyEmail(): string {
  count += 1;
  return `person-${count}@example.test`;
}
const from = (address: string, email = anyEmail()) => ({ networks: networksOf(address), email });

it('ranks a network by its failures of the last hour', () => {
  const failures = new RecentFailures();
  const ranks = Array.from({ length: 17 }, () => {
    failures.note(from('203.0.113.1'), start);
    return failures.rankOf(from('203.0.113.1'), start);
  });
  expect([ranks[0], ranks[2], ranks[3], ranks[14], ranks[15]]).toEqual([1, 1, 2, 2, 3]);
  expect(failures.rankOf(from('198.51.100.1'), start)).toBe(0);
  expect(failures.rankOf(from('203.0.113.1'), after(3_600))).toBe(3);
  expect(failures.rankOf(from('203.0.113.1'), after(3_601))).toBe(0);
});

it('ranks a typed e-mail wherever it is typed, in any case', () => {
  const failures = new RecentFailures();
  failures.note(from('203.0.113.1', 'Theo@Example.test'), start);
  expect(failures.rankOf(from('198.51.100.1', 'theo@example.test'), start)).toBe(1);
  expect(failures.rankOf(from('198.51.100.1'), start)).toBe(0);
});

it.each([
  ['/24 of IPv4', (place: number) => `203.0.113.${place}`, '203.0.113.99', '203.0.114.1'],
  ['/48 of IPv6', (place: number) => `2001:db8:7:${place}00::1`, '2001:db8:7:9900::1', '2001:db8:8::1'],
])(
  'ranks the %s in which a flood changes its addresses, and not those beside it',
  (_, flood, inside, beside) => {
    const failures = new RecentFailures();
    for (let place = 1; place <= 15; place += 1) failures.note(from(flood(place)), start);
    expect(failures.rankOf(from(inside), start)).toBe(0);
    failures.note(from(flood(16)), start);
    expect(failures.rankOf(from(inside), start)).toBe(1);
    expect(failures.rankOf(from(beside), start)).toBe(0);
  },
);

it('forgets the oldest when a flood names more callers than it keeps', () => {
  const failures = new RecentFailures(20);
  failures.note(from('203.0.113.1', 'first@example.test'), start);
  for (let place = 1; place <= 9; place += 1) failures.note(from(`10.${place}.0.1`), start);
  expect(failures.rankOf(from('198.51.100.1', 'first@example.test'), start)).toBe(0);
  expect(failures.rankOf(from('10.9.0.1'), start)).toBe(1);
});
