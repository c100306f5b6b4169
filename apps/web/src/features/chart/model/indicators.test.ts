// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { type Column, grown } from './bar-series.ts';
import { writeAverage, writeBands, writeExponential, writeMacd, writeStrength } from './indicators.ts';

const none = Number.NaN;
const rising = Array.from({ length: 60 }, (_, index) => 100 + index);
const column = (length: number): Column => new Float64Array(length);

/** What is written for values, the first part of them before the rest has come. */
function written(values: readonly number[], write: (into: Column, values: Column, from: number) => void) {
  const into = column(values.length);
  write(into, Float64Array.from(values), 0);
  return [...into];
}

const average = (values: readonly number[], period: number) =>
  written(values, (into, given, from) => writeAverage(into, given, { from, length: given.length, period }));

function strengthOf(values: readonly number[], period: number): number[] {
  const length = values.length;
  const into = { strength: column(length), gains: column(length), losses: column(length) };
  writeStrength(into, Float64Array.from(values), { from: 0, length, period });
  return [...into.strength];
}

const macdColumns = (length: number) => ({
  fast: column(length),
  slow: column(length),
  line: column(length),
  signal: column(length),
  histogram: column(length),
});
const periods = { fast: 12, slow: 26, signal: 9 };

describe('indicators', () => {
  it('averages the last values and no others', () => {
    expect(average([1, 2, 3, 4, 10], 3)).toEqual([none, none, 2, 3, 17 / 3]);
  });

  it('has no average while there are too few values', () => {
    expect(average([1, 2], 3)).toEqual([none, none]);
  });

  it('lays bands of two deviations around the average', () => {
    const values = Float64Array.from([2, 4, 4, 4, 5, 5, 7, 9]);
    const bands = { upper: column(8), middle: column(8), lower: column(8) };
    writeBands(bands, values, { from: 0, length: 8, period: 8, deviations: 2 });
    expect([bands.lower[7], bands.middle[7], bands.upper[7]]).toEqual([1, 5, 9]);
    expect([...bands.upper.slice(0, 7)].every(Number.isNaN)).toBe(true);
  });

  it('gives full strength to a price that only rises, none to one that only falls, half to one that rests', () => {
    expect(strengthOf(rising, 14).at(-1)).toBe(100);
    expect(strengthOf(rising.toReversed(), 14).at(-1)).toBe(0);
    expect(strengthOf(Array(20).fill(5), 14).at(-1)).toBe(50);
    expect(strengthOf(rising, 14).findIndex((value) => !Number.isNaN(value))).toBe(14);
  });

  it('smooths gains and losses as Wilder did', () => {
    const [value] = strengthOf([10, 11, 10.5, 11.5], 2).slice(-1);
    // Gains 1, 0 then 1; losses 0, 0.5 then 0: (0.5 + 1) / 2 against (0.25 + 0) / 2.
    expect(value).toBeCloseTo(100 - 100 / (1 + 0.75 / 0.125));
  });

  it('begins an exponential average with a plain one, after what is missing', () => {
    const values = written([none, 2, 4, 6], (into, given, from) =>
      writeExponential(into, given, { from, length: 4, period: 2, start: 1 }),
    );
    expect(values).toEqual([none, none, 3, 5]);
  });

  it('sees a fast average ahead of a slow one by half the difference of their periods on a straight line', () => {
    const into = macdColumns(60);
    writeMacd(into, Float64Array.from(rising), { from: 0, length: 60, periods });
    expect(into.line[59]).toBeCloseTo((26 - 12) / 2);
    expect(into.histogram[59]).toBeCloseTo(0);
    expect([
      into.line.findIndex((value) => !Number.isNaN(value)),
      into.signal.findIndex((value) => !Number.isNaN(value)),
    ]).toEqual([25, 33]);
  });

  it('goes on from what is written and comes to the same as all at once', () => {
    const prices = Array.from({ length: 200 }, (_, index) => 100 + Math.sin(index / 7) * 9 + (index % 13));
    const values = Float64Array.from(prices);
    const whole = macdColumns(200);
    writeMacd(whole, values, { from: 0, length: 200, periods });
    const grew = macdColumns(200);
    writeMacd(grew, values, { from: 0, length: 150, periods });
    for (let length = 151; length <= 200; length += 1) {
      // The open candle is written twice, as it is when its price moves.
      writeMacd(
        grew,
        values.map((value, index) => (index === length - 1 ? 1 : value)),
        { from: length - 1, length, periods },
      );
      writeMacd(grew, values, { from: length - 1, length, periods });
    }
    expect(grew).toEqual(whole);
    const strength = (steps: readonly number[]) => {
      const into = { strength: column(200), gains: column(200), losses: column(200) };
      let from = 0;
      for (const length of steps) {
        writeStrength(into, values, { from, length, period: 14 });
        from = length;
      }
      return into.strength;
    };
    expect(strength([100, 101, 200])).toEqual(strength([200]));
  });

  it('keeps its beginning when a column grows', () => {
    expect([...grown(Float64Array.from([1, 2]), 4)]).toEqual([1, 2, 0, 0]);
  });
});
