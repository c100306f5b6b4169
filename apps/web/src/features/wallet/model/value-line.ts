import { larger, smaller, toUnits } from '#market/units.ts';

export interface ValuePoint {
  readonly time: string;
  /** Null: nothing was known of it then. */
  readonly value: string | null;
}

/** A point of the picture: both run from 0 to 1, upwards and to the right. */
export interface LinePoint {
  readonly x: number;
  readonly y: number;
  readonly time: string;
  readonly value: string;
}

/** Finer than a pixel; only the picture is a fraction. */
const steps = 10_000n;

/**
 * Without the time before there was anything: the line starts at the first deposit. A single point is a level line,
 * because the step up from nothing would be one vertical stroke.
 */
export function sinceFirst(points: readonly ValuePoint[]): readonly ValuePoint[] {
  const first = points.findIndex(({ value }) => value !== null && toUnits(value) !== 0n);
  if (first < 1) return points;
  const since = points.slice(first);
  return since.length === 1 ? [...since, ...since] : since;
}

/**
 * The points whose value is known, within a box that has a little room above and below. A line that never moves lies in the
 * middle.
 */
export function valueLine(points: readonly ValuePoint[]): readonly LinePoint[] {
  const known = points.flatMap(({ time, value }, index) =>
    value === null ? [] : [{ time, value, index, units: toUnits(value) }],
  );
  const [first] = known;
  if (first === undefined) return [];
  const units = known.map((point) => point.units);
  const low = units.reduce(smaller, first.units);
  const range = units.reduce(larger, first.units) - low;
  const last = Math.max(1, points.length - 1);
  return known.map(({ time, value, index, units: own }) => ({
    time,
    value,
    x: index / last,
    y: range === 0n ? 0.5 : 0.08 + 0.84 * (Number(((own - low) * steps) / range) / Number(steps)),
  }));
}

/** The point nearest to a place from 0 to 1. */
export function nearest(line: readonly LinePoint[], x: number): number {
  let best = 0;
  line.forEach((point, index) => {
    if (Math.abs(point.x - x) < Math.abs((line[best]?.x ?? 0) - x)) best = index;
  });
  return best;
}
