import type { Candle } from '@emporion/contracts/rest';
import { at, type BarSeries } from '../model/bar-series.ts';
import { barOfMoment } from '../model/fill-marks.ts';
import { barAt } from '../model/time-view.ts';
import type { Cross } from '../paint/paint-front.ts';
import type { Place } from './pointer-input.ts';
import type { Scene } from './scene.ts';

/** Where the crosshair stands: under the pointer, or on the candle that the keys have walked to. */
export function createCrosshair(series: BarSeries) {
  let place: Place | null = null;
  let moment: number | null = null;

  return {
    point(next: Place | null): void {
      place = next;
      moment = null;
    },
    /** Walks from where it stands, or else from the newest candle. */
    step(bars: number, from: Cross | null): { index: number; candle: Candle } | null {
      const start = from === null ? series.length : Math.min(from.index, series.length - 1);
      const index = Math.min(Math.max(start + bars, 0), series.length - 1);
      const candle = series.candles[index];
      if (candle === undefined) return null;
      moment = candle.time;
      return { index, candle };
    },
    at(scene: Scene): Cross | null {
      if (moment !== null) {
        const index = barOfMoment(series, moment);
        return { index, y: scene.scale.y(at(series.close, index)) };
      }
      if (place === null || place.x > scene.plotWidth || place.y > scene.plotBottom || place.y < 0)
        return null;
      const space = { width: scene.plotWidth, count: series.length };
      return { index: Math.round(barAt(scene.view, space, place.x)), y: place.y };
    },
  };
}
