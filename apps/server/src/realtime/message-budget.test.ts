import { expect, it } from 'vitest';
import { createMessageBudget } from './message-budget.ts';

it('allows a burst and then as many as the rate gives back', () => {
  let nowMs = 0;
  const budget = createMessageBudget({ burst: 3, perSecond: 2 }, () => nowMs);
  const taken = (count: number) => Array.from({ length: count }, () => budget.take());
  expect(taken(4)).toEqual([true, true, true, false]);
  nowMs = 1_000;
  expect(taken(3)).toEqual([true, true, false]);
  nowMs = 60_000;
  expect(taken(4)).toEqual([true, true, true, false]);
});
