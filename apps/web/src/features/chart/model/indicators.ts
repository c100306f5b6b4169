import { at, type Column } from './bar-series.ts';

/**
 * The indicators of the chart. They are for the eye and never for an order, so plain numbers are right here. Each writes one
 * value per candle, and "not a number" where too few candles stand before it. What lies before `from` is already written
 * and is built upon: a live candle costs one step and not the whole history.
 */
export interface Span {
  readonly from: number;
  readonly length: number;
}

/** The mean of the last so many values. */
export function writeAverage(into: Column, values: Column, span: Span & { readonly period: number }): void {
  const { from, length, period } = span;
  for (let index = from; index < length; index += 1) {
    let sum = index < period - 1 ? Number.NaN : 0;
    for (let back = 0; back < period; back += 1) sum += at(values, index - back);
    into[index] = sum / period;
  }
}

export interface Bands {
  readonly upper: Column;
  readonly middle: Column;
  readonly lower: Column;
}

/** The moving average and so many standard deviations to both sides of it. */
export function writeBands(
  { upper, middle, lower }: Bands,
  values: Column,
  span: Span & { readonly period: number; readonly deviations: number },
): void {
  const { from, length, period, deviations } = span;
  writeAverage(middle, values, span);
  for (let index = from; index < length; index += 1) {
    const mean = at(middle, index);
    let squares = 0;
    for (let back = 0; back < period; back += 1) squares += (at(values, index - back) - mean) ** 2;
    const width = Math.sqrt(squares / period) * deviations;
    upper[index] = mean + width;
    lower[index] = mean - width;
  }
}

function strength(gain: number, loss: number): number {
  if (loss === 0) return gain === 0 ? 50 : 100;
  return 100 - 100 / (1 + gain / loss);
}

export interface Strength {
  readonly strength: Column;
  /** The smoothed gains and losses, from which the next step goes on. */
  readonly gains: Column;
  readonly losses: Column;
}

/** Relative strength by Wilder: smoothed gains against smoothed losses, from 0 to 100. */
export function writeStrength(
  into: Strength,
  values: Column,
  { from, length, period }: Span & { readonly period: number },
): void {
  for (let index = from; index < length; index += 1) {
    const change = index === 0 ? 0 : at(values, index) - at(values, index - 1);
    const [up, down] = [Math.max(change, 0), Math.max(-change, 0)];
    const [gain, loss] = index === 0 ? [0, 0] : [at(into.gains, index - 1), at(into.losses, index - 1)];
    const isFirst = index <= period;
    into.gains[index] = isFirst ? gain + up / period : (gain * (period - 1) + up) / period;
    into.losses[index] = isFirst ? loss + down / period : (loss * (period - 1) + down) / period;
    into.strength[index] =
      index < period ? Number.NaN : strength(at(into.gains, index), at(into.losses, index));
  }
}

/** Begins with the plain mean of its first period; `start` is the first value that is there. */
export function writeExponential(
  into: Column,
  values: Column,
  { from, length, period, start = 0 }: Span & { readonly period: number; readonly start?: number },
): void {
  const weight = 2 / (period + 1);
  const first = start + period - 1;
  for (let index = from; index < length; index += 1) {
    if (index < first) into[index] = Number.NaN;
    else if (index === first) writeAverage(into, values, { from: index, length: index + 1, period });
    else into[index] = at(into, index - 1) + (at(values, index) - at(into, index - 1)) * weight;
  }
}

export interface Macd {
  readonly fast: Column;
  readonly slow: Column;
  readonly line: Column;
  readonly signal: Column;
  readonly histogram: Column;
}

/** How far a fast average has moved from a slow one, and the average of that. */
export function writeMacd(
  into: Macd,
  values: Column,
  span: Span & {
    readonly periods: { readonly fast: number; readonly slow: number; readonly signal: number };
  },
): void {
  const { from, length, periods } = span;
  writeExponential(into.fast, values, { from, length, period: periods.fast });
  writeExponential(into.slow, values, { from, length, period: periods.slow });
  for (let index = from; index < length; index += 1)
    into.line[index] = at(into.fast, index) - at(into.slow, index);
  const start = periods.slow - 1;
  writeExponential(into.signal, into.line, { from, length, period: periods.signal, start });
  for (let index = from; index < length; index += 1)
    into.histogram[index] = at(into.line, index) - at(into.signal, index);
}
