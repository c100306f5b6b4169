import type { Candle } from '@emporion/contracts/rest';
import type { IndicatorName } from '../chart-settings.ts';
import { at, createBarSeries } from '../model/bar-series.ts';
import { type FillMark, fillMarks, type OwnFill } from '../model/fill-marks.ts';
import { createStudies } from '../model/studies.ts';
import { createMarkWeights } from '../model/time-marks.ts';
import type { ChartData } from './scene.ts';

/** What is reckoned from the candles. */
export interface Reckoning {
  readonly indicators: readonly IndicatorName[];
  readonly shiftSeconds: number;
  readonly fills: readonly OwnFill[];
}

export interface GrowingData extends ChartData {
  /** Takes the candles as they are now, and answers how many were added at the end. */
  take(candles: readonly Candle[]): number;
  reckon(wanted: Reckoning): void;
}

/** The candles and what follows from them, each reckoned anew only from where it changed. */
export function createChartData(): GrowingData {
  const series = createBarSeries();
  let studies = createStudies([]);
  let weights = createMarkWeights(0);
  let wanted: Reckoning = { indicators: [], shiftSeconds: 0, fills: [] };
  let marks: readonly FillMark[] = [];

  return {
    series,
    get studies() {
      return studies.columns;
    },
    get marks() {
      return marks;
    },
    weightAt: (index) => weights.at(index),
    take(candles) {
      const newest = series.length === 0 ? Number.POSITIVE_INFINITY : at(series.time, series.length - 1);
      const before = series.length;
      const from = series.take(candles);
      studies.take(series, from);
      weights.take(series, from);
      if (from === 0 || series.length !== before) marks = fillMarks(series, wanted.fills);
      let added = 0;
      while (added < series.length && at(series.time, series.length - 1 - added) > newest) added += 1;
      return added;
    },
    reckon(next) {
      if (next.indicators.join() !== wanted.indicators.join()) {
        studies = createStudies(next.indicators);
        studies.take(series, 0);
      }
      if (next.shiftSeconds !== wanted.shiftSeconds) {
        weights = createMarkWeights(next.shiftSeconds);
        weights.take(series, 0);
      }
      if (next.fills !== wanted.fills) marks = fillMarks(series, next.fills);
      wanted = next;
    },
  };
}
