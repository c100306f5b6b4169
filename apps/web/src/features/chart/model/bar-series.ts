import type { Candle } from '@emporion/contracts/rest';

/** Numbers in a row, with room for more behind them. */
export type Column = Float64Array;

export function at(column: Column, index: number): number {
  return column[index] ?? Number.NaN;
}

const figures = ['open', 'high', 'low', 'close', 'volume'] as const;
type Figure = (typeof figures)[number];

/** Candles as the plain numbers that a picture is drawn with. Nothing is ever reckoned back from them. */
export interface BarSeries extends Readonly<Record<Figure, Column>> {
  readonly length: number;
  /** Epoch seconds at which each opens. */
  readonly time: Column;
  /** The candles themselves, with their exact figures. */
  readonly candles: readonly Candle[];
}

export interface GrowingSeries extends BarSeries {
  /** Takes the candles as they are now, and answers from which one on they differ from before. */
  take(candles: readonly Candle[]): number;
}

const firstRoom = 512;

/** A longer column with the same beginning. */
export function grown(column: Column, room: number): Column {
  const longer = new Float64Array(room);
  longer.set(column);
  return longer;
}

function firstDifference(one: readonly Candle[], other: readonly Candle[]): number {
  let index = 0;
  while (index < one.length && index < other.length && one[index] === other[index]) index += 1;
  return index;
}

/** The columns grow seldom and are written in place: a live candle changes six numbers and makes no garbage. */
export function createBarSeries(): GrowingSeries {
  const column = (): Column => new Float64Array(firstRoom);
  const columns = {
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  const series = {
    ...columns,
    length: 0,
    candles: [] as readonly Candle[],
    take(candles: readonly Candle[]): number {
      const from = firstDifference(series.candles, candles);
      if (candles.length > series.time.length) {
        const room = Math.max(candles.length, series.time.length * 2);
        for (const name of ['time', ...figures] as const) series[name] = grown(series[name], room);
      }
      for (let index = from; index < candles.length; index += 1) {
        const candle = candles[index];
        if (candle === undefined) break;
        series.time[index] = candle.time;
        for (const name of figures) series[name][index] = Number(candle[name]);
      }
      series.candles = candles;
      series.length = candles.length;
      return from;
    },
  };
  return series;
}
