// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { bollingerBands, exponentialAverage, macd, movingAverage, relativeStrength } from './indicators.ts';

const rising = Array.from({ length: 60 }, (_, index) => 100 + index);

describe('indicators', () => {
  it('averages the last values and no others', () => {
    expect(movingAverage([1, 2, 3, 4, 10], 3)).toEqual([null, null, 2, 3, 17 / 3]);
  });

  it('has no average while there are too few values', () => {
    expect(movingAverage([1, 2], 3)).toEqual([null, null]);
  });

  it('lays bands of two deviations around the average', () => {
    const { upper, middle, lower } = bollingerBands([2, 4, 4, 4, 5, 5, 7, 9], { period: 8, deviations: 2 });
    expect([lower.at(-1), middle.at(-1), upper.at(-1)]).toEqual([1, 5, 9]);
    expect(upper.slice(0, 7).every((value) => value === null)).toBe(true);
  });

  it('gives full strength to a price that only rises, none to one that only falls, half to one that rests', () => {
    expect(relativeStrength(rising, 14).at(-1)).toBe(100);
    expect(relativeStrength(rising.toReversed(), 14).at(-1)).toBe(0);
    expect(relativeStrength(Array(20).fill(5), 14).at(-1)).toBe(50);
    expect(relativeStrength(rising, 14).findIndex((value) => value !== null)).toBe(14);
  });

  it('smooths gains and losses as Wilder did', () => {
    const [value] = relativeStrength([10, 11, 10.5, 11.5], 2).slice(-1);
    // Gains 1, 0 then 1; losses 0, 0.5 then 0: (0.5 + 1) / 2 against (0.25 + 0) / 2.
    expect(value).toBeCloseTo(100 - 100 / (1 + 0.75 / 0.125));
  });

  it('begins an exponential average with a plain one, after what is missing', () => {
    expect(exponentialAverage([null, 2, 4, 6], 2)).toEqual([null, null, 3, 5]);
  });

  it('sees a fast average ahead of a slow one by half the difference of their periods on a straight line', () => {
    const { line, signal, histogram } = macd(rising, { fast: 12, slow: 26, signal: 9 });
    expect(line.at(-1)).toBeCloseTo(7);
    expect(signal.at(-1)).toBeCloseTo(7);
    expect(histogram.at(-1)).toBeCloseTo(0);
    expect(histogram.findIndex((value) => value !== null)).toBe(33);
  });
});
