/**
 * The indicators of the chart. They are for the eye and never for an order, so plain numbers are right here. Each answers
 * with one value per candle; null where too few candles stand before it.
 */
export type Points = readonly (number | null)[];

/** The mean of the last so many values. */
export function movingAverage(values: readonly number[], period: number): Points {
  let sum = 0;
  return values.map((value, index) => {
    sum += value - (index >= period ? (values[index - period] ?? 0) : 0);
    return index < period - 1 ? null : sum / period;
  });
}

export interface Bands {
  readonly upper: Points;
  readonly middle: Points;
  readonly lower: Points;
}

/** The moving average and so many standard deviations to both sides of it. */
export function bollingerBands(
  values: readonly number[],
  { period, deviations }: { period: number; deviations: number },
): Bands {
  const middle = movingAverage(values, period);
  const width = middle.map((mean, index) => {
    if (mean === null) return null;
    let squares = 0;
    for (const value of values.slice(index - period + 1, index + 1)) squares += (value - mean) ** 2;
    return Math.sqrt(squares / period) * deviations;
  });
  const shifted = (way: 1 | -1): Points =>
    middle.map((mean, index) => (mean === null ? null : mean + way * (width[index] ?? 0)));
  return { upper: shifted(1), middle, lower: shifted(-1) };
}

function strength(gain: number, loss: number): number {
  if (loss === 0) return gain === 0 ? 50 : 100;
  return 100 - 100 / (1 + gain / loss);
}

/** Relative strength by Wilder: smoothed gains against smoothed losses, from 0 to 100. */
export function relativeStrength(values: readonly number[], period: number): Points {
  let gain = 0;
  let loss = 0;
  return values.map((value, index) => {
    if (index === 0) return null;
    const change = value - (values[index - 1] ?? value);
    const [up, down] = [Math.max(change, 0), Math.max(-change, 0)];
    if (index <= period) {
      gain += up / period;
      loss += down / period;
      return index < period ? null : strength(gain, loss);
    }
    gain = (gain * (period - 1) + up) / period;
    loss = (loss * (period - 1) + down) / period;
    return strength(gain, loss);
  });
}

/** Begins with the plain mean of its first period; values that are not there yet are passed over. */
export function exponentialAverage(values: Points, period: number): Points {
  const weight = 2 / (period + 1);
  let seen = 0;
  let sum = 0;
  let average = 0;
  return values.map((value) => {
    if (value === null) return null;
    seen += 1;
    if (seen <= period) {
      sum += value;
      average = sum / period;
      return seen < period ? null : average;
    }
    average += (value - average) * weight;
    return average;
  });
}

export interface Macd {
  readonly line: Points;
  readonly signal: Points;
  readonly histogram: Points;
}

function difference(one: Points, other: Points): Points {
  return one.map((value, index) => {
    const against = other[index];
    return value === null || against === null || against === undefined ? null : value - against;
  });
}

/** How far a fast average has moved from a slow one, and the average of that. */
export function macd(
  values: readonly number[],
  { fast, slow, signal }: { fast: number; slow: number; signal: number },
): Macd {
  const line = difference(exponentialAverage(values, fast), exponentialAverage(values, slow));
  const smoothed = exponentialAverage(line, signal);
  return { line, signal: smoothed, histogram: difference(line, smoothed) };
}
