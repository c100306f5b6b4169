import { type ValueRange, valuePointsMax } from '@emporion/contracts/rest';
import type { CloseTimeframe } from '#modules/rates/index.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The moments of a picture, the oldest first, without that of now; and the candles whose closes tell the prices there. */
export interface ValueGrid {
  readonly timeframe: CloseTimeframe;
  readonly stepMs: number;
  readonly times: readonly number[];
}

interface Step {
  readonly timeframe: CloseTimeframe;
  readonly stepMs: number;
}

const ranges: Readonly<Record<Exclude<ValueRange, 'all'>, Step & { readonly lengthMs: number }>> = {
  '1d': { timeframe: '15m', stepMs: 15 * minuteMs, lengthMs: dayMs },
  '1w': { timeframe: '1h', stepMs: hourMs, lengthMs: 7 * dayMs },
  '1m': { timeframe: '4h', stepMs: 4 * hourMs, lengthMs: 30 * dayMs },
  '1y': { timeframe: '1d', stepMs: 2 * dayMs, lengthMs: 366 * dayMs },
};

const fineSteps: readonly Step[] = [
  { timeframe: '1m', stepMs: minuteMs },
  { timeframe: '15m', stepMs: 15 * minuteMs },
  { timeframe: '1h', stepMs: hourMs },
  { timeframe: '4h', stepMs: 4 * hourMs },
];

/** One point is that of now. */
const momentsMax = valuePointsMax - 1;

/** The grid lies on whole steps since 1970, so that all users share its prices. `since`: when the first movement was; undefined when there was none. */
export function gridOf(
  range: ValueRange,
  { now, since }: { now: number; since: number | undefined },
): ValueGrid {
  if (range === 'all') {
    // A step before the first movement there was nothing: the picture begins at zero.
    const lengthMs = now - (since ?? now);
    const step = fineSteps.find(({ stepMs }) => lengthMs / stepMs < momentsMax - 1) ?? daysFor(lengthMs);
    return gridBy(step, { now, count: Math.ceil(lengthMs / step.stepMs) + 1 });
  }
  const { lengthMs, ...step } = ranges[range];
  return gridBy(step, { now, count: Math.floor(lengthMs / step.stepMs) });
}

function daysFor(lengthMs: number): Step {
  let stepMs = dayMs;
  while (lengthMs / stepMs >= momentsMax - 1) stepMs *= 2;
  return { timeframe: '1d', stepMs };
}

function gridBy({ timeframe, stepMs }: Step, { now, count }: { now: number; count: number }): ValueGrid {
  const last = Math.floor(now / stepMs) * stepMs;
  const length = Math.min(count, momentsMax);
  const times = Array.from({ length }, (_, index) => last - (length - 1 - index) * stepMs);
  return { timeframe, stepMs, times: times.at(-1) === now ? times.slice(0, -1) : times };
}
