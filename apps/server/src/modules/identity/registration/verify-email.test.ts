import { expect, it } from 'vitest';
import { standingAt } from './verify-email.ts';

it('lets the first tries at a link wait like solved puzzles, and later ones behind them', () => {
  expect([1, 2, 3, 4, 60].map((tries) => standingAt(tries).hasProof)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
