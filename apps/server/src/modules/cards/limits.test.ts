import { expect, it } from 'vitest';
import { roundedDown } from './limits.ts';

it.each([
  [500_109n, 500_000n],
  [499_874n, 499_000n],
  [2_000_436n, 2_000_000n],
  [40_234_599n, 40_200_000n],
  [999n, 999n],
  [0n, 0n],
])('rounds a limit of %d hundredths down to %d', (exact, shown) => {
  expect(roundedDown(exact)).toBe(shown);
});
