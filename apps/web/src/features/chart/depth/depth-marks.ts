import { roundStep } from '../model/price-ticks.ts';

export interface MarkSpacing {
  readonly low: number;
  readonly high: number;
  /** So many have room. */
  readonly count: number;
  /** Of the finest value there is, so that no two marks read alike. */
  readonly decimals: number;
}

export interface Marks {
  readonly values: readonly number[];
  /** As many as the step between them needs: 68,500 and not 68,500.00. */
  readonly decimals: number;
}

/** The decimals that a step is written with; undefined where it would have to be rounded. */
function decimalsOf(step: number, decimalsMax: number): number | undefined {
  for (let decimals = 0; decimals <= decimalsMax; decimals += 1) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return undefined;
}

/** Round values between two ends, at even distances, each of them exact as it is written. */
export function roundMarks({ low, high, count, decimals }: MarkSpacing): Marks {
  const span = high - low;
  if (!(span > 0) || count < 1) return { values: [], decimals: 0 };
  let step = Math.max(roundStep(span / count), 10 ** -decimals);
  while (decimalsOf(step, decimals) === undefined) step = roundStep(step * 1.01);
  const values: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high; at += 1) values.push(at * step);
  return { values, decimals: decimalsOf(step, decimals) ?? decimals };
}
