import { at, type BarSeries } from './bar-series.ts';

/** What begins with a candle; a later one weighs more and is written with it. */
export const markWeights = {
  none: 0,
  minute: 1,
  fiveMinutes: 2,
  quarterHour: 3,
  halfHour: 4,
  hour: 5,
  threeHours: 6,
  sixHours: 7,
  halfDay: 8,
  day: 9,
  fiveDays: 10,
  halfMonth: 11,
  month: 12,
  quarter: 13,
  year: 14,
} as const;

const minute = 60;
const hour = 3_600;
const day = 86_400;

/** From the longest down: the first whose count changed is what began. */
const clockSteps: readonly (readonly [seconds: number, weight: number])[] = [
  [day / 2, markWeights.halfDay],
  [6 * hour, markWeights.sixHours],
  [3 * hour, markWeights.threeHours],
  [hour, markWeights.hour],
  [30 * minute, markWeights.halfHour],
  [15 * minute, markWeights.quarterHour],
  [5 * minute, markWeights.fiveMinutes],
  [minute, markWeights.minute],
];

function dateWeight(before: number, now: number): number {
  const [one, other] = [new Date(before * 1_000), new Date(now * 1_000)];
  const [month, next] = [one.getUTCMonth(), other.getUTCMonth()];
  if (one.getUTCFullYear() !== other.getUTCFullYear()) return markWeights.year;
  if (Math.floor(month / 3) !== Math.floor(next / 3)) return markWeights.quarter;
  if (month !== next) return markWeights.month;
  // The 31st is a day like any other: what is written with it would have no room before the first.
  const [date, nextDate] = [one, other].map((moment) => Math.min(moment.getUTCDate() - 1, 29)) as [
    number,
    number,
  ];
  if (Math.floor(date / 15) !== Math.floor(nextDate / 15)) return markWeights.halfMonth;
  if (Math.floor(date / 5) !== Math.floor(nextDate / 5)) return markWeights.fiveDays;
  return markWeights.day;
}

/** What begins between two moments, both in seconds of the clock that is shown. */
export function weightOf(before: number, now: number): number {
  const changes = (seconds: number) => Math.floor(before / seconds) !== Math.floor(now / seconds);
  if (changes(day)) return dateWeight(before, now);
  return clockSteps.find(([seconds]) => changes(seconds))?.[1] ?? markWeights.none;
}

/** The weights of all candles, kept beside them. */
export function createMarkWeights(shiftSeconds: number) {
  let weights = new Uint8Array(0);
  return {
    at: (index: number): number => weights[index] ?? 0,
    take({ time, length }: BarSeries, from: number): void {
      if (time.length > weights.length) {
        const longer = new Uint8Array(time.length);
        longer.set(weights);
        weights = longer;
      }
      for (let index = Math.max(from, 1); index < length; index += 1)
        weights[index] = weightOf(at(time, index - 1) + shiftSeconds, at(time, index) + shiftSeconds);
      // Nobody knows what came before the first.
      weights[0] = markWeights.none;
    },
  };
}

export interface MarkSpacing {
  readonly first: number;
  readonly last: number;
  /** Between two marks, in candles. */
  readonly distance: number;
  readonly weightAt: (index: number) => number;
}

/**
 * The candles that are named below the chart: those that weigh most, each with room around it. Where not all of a weight
 * have room, none that weighs less is named: noon between some days and not others would only puzzle.
 */
export function chooseMarks({ first, last, distance, weightAt }: MarkSpacing): number[] {
  const chosen: number[] = [];
  const hasRoom = (index: number) => chosen.every((other) => Math.abs(other - index) >= distance);
  let crowded = false;
  for (let weight: number = markWeights.year; weight > markWeights.none && !crowded; weight -= 1)
    for (let index = first; index <= last; index += 1) {
      if (weightAt(index) !== weight) continue;
      if (hasRoom(index)) chosen.push(index);
      else crowded = true;
    }
  return chosen.sort((one, other) => one - other);
}
