import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

it.each([
  [0, '0 sec'],
  [1, '1 sec'],
  [59_000, '59 sec'],
  [60_000, '1 min'],
  [61_000, '2 min'],
  [3_600_000, '1 hr'],
  [3_600_001, '1 hr 1 min'],
  [86_399_000, '24 hr'],
  [86_400_000, '1 day'],
  [90_000_000, '1 day 1 hr'],
])('says %i ms as %s', (leftMs, said) => {
  expect(timeLeft(leftMs, 'en')).toBe(said);
});
