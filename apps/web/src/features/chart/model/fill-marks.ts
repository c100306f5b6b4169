import { at, type BarSeries } from './bar-series.ts';

/** What one's own order traded, as far as the chart needs it. */
export interface OwnFill {
  readonly id: string;
  readonly operation: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  /** RFC 3339. */
  readonly time: string;
}

/** All fills of one side within one candle. */
export interface FillMark {
  readonly index: number;
  readonly side: 'buy' | 'sell';
  readonly fills: readonly OwnFill[];
}

/** The candle that a moment belongs to; -1 before the first. */
export function barOfMoment({ time, length }: BarSeries, seconds: number): number {
  let low = 0;
  let high = length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (at(time, middle) <= seconds) low = middle + 1;
    else high = middle - 1;
  }
  return high;
}

export function fillMarks(series: BarSeries, fills: readonly OwnFill[]): FillMark[] {
  const marks = new Map<string, { index: number; side: OwnFill['operation']; fills: OwnFill[] }>();
  for (const fill of fills) {
    const index = barOfMoment(series, Date.parse(fill.time) / 1_000);
    if (index < 0) continue;
    const key = `${index} ${fill.operation}`;
    const mark = marks.get(key) ?? { index, side: fill.operation, fills: [] };
    mark.fills.push(fill);
    marks.set(key, mark);
  }
  return [...marks.values()];
}
