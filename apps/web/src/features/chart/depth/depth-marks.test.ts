// @vitest-environment node
import { expect, it } from 'vitest';
import { roundMarks } from './depth-marks.ts';

it('marks round prices, written with no more decimals than they need', () => {
  expect(roundMarks({ low: 68_412.9, high: 68_543.1, count: 4, decimals: 2 })).toEqual({
    values: [68_450, 68_500],
    decimals: 0,
  });
  expect(roundMarks({ low: 0.41, high: 0.59, count: 5, decimals: 4 })).toEqual({
    values: [0.45, 0.5, 0.55].map((price) => expect.closeTo(price, 9)),
    decimals: 2,
  });
});

it('never marks finer than a price can be', () => {
  expect(roundMarks({ low: 100.01, high: 100.06, count: 9, decimals: 2 }).values).toHaveLength(6);
  // A quarter of ten cents cannot be written with one decimal.
  expect(roundMarks({ low: 1, high: 2, count: 4, decimals: 1 })).toEqual({
    values: [1, 1.5, 2],
    decimals: 1,
  });
});

it('marks nothing where there is no room', () => {
  expect(roundMarks({ low: 1, high: 2, count: 0, decimals: 2 }).values).toEqual([]);
  expect(roundMarks({ low: 0, high: 0, count: 4, decimals: 2 }).values).toEqual([]);
});
