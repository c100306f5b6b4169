import { expect, it } from 'vitest';
import { leastTraded } from './demo-pairs.ts';

it('trades at least five of a dollar, and some dollars’ worth of a currency of which each costs ninety', () => {
  expect(leastTraded({ levelValue: 9_000 })).toBe(5);
  expect(leastTraded({ levelValue: 1_600_000 })).toBeGreaterThan(2 * 90);
});
