import type { ChartSettings } from '../chart-settings.ts';
import { at, type BarSeries, type Column } from '../model/bar-series.ts';
import { type ChartLayout, layoutChart } from '../model/chart-layout.ts';
import type { FillMark } from '../model/fill-marks.ts';
import { createPriceScale, type PriceScale } from '../model/price-scale.ts';
import type { StudyColumns } from '../model/studies.ts';
import { barsInView, clampView, type TimeView, xOfBar } from '../model/time-view.ts';

/** What there is to draw, independent of the viewport. */
export interface ChartData {
  readonly series: BarSeries;
  readonly studies: Readonly<StudyColumns>;
  readonly weightAt: (index: number) => number;
  readonly marks: readonly FillMark[];
}

/** Where everything stands: the same for the painter, the pointer and the keys. */
export interface Scene extends ChartLayout {
  readonly view: TimeView;
  /** The candles in view. */
  readonly first: number;
  readonly last: number;
  /** One candle further to each side, where there is one: lines go on beyond the edge. */
  readonly begin: number;
  readonly end: number;
  readonly scale: PriceScale;
  readonly rsiScale: PriceScale | null;
  readonly macdScale: PriceScale | null;
  /** Pixels of the screen to a pixel of the page. */
  readonly ratio: number;
  x(index: number): number;
}

export interface SceneParts {
  readonly data: ChartData;
  readonly settings: ChartSettings;
  readonly width: number;
  readonly height: number;
  readonly axisWidth: number;
  readonly view: TimeView;
  readonly stretch: number;
  /** How far down the legend reaches. */
  readonly legendBottom: number;
}

interface Range {
  low: number;
  high: number;
}

/** What is not a number is passed over. */
function widen(range: Range, column: Column, { first, last }: { first: number; last: number }): void {
  for (let index = first; index <= last; index += 1) {
    const value = at(column, index);
    if (value < range.low) range.low = value;
    if (value > range.high) range.high = value;
  }
}

function rangeOf(columns: readonly Column[], inView: { first: number; last: number }): Range {
  const range = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  for (const column of columns) widen(range, column, inView);
  return range.low <= range.high ? range : { low: 0, high: 1 };
}

/** Everything that is drawn over the price must fit into it. */
function priceColumns({ series, studies }: ChartData, { style, indicators }: ChartSettings): Column[] {
  const columns = style === 'line' || style === 'area' ? [series.close] : [series.low, series.high];
  if (indicators.includes('average')) columns.push(...studies.averages);
  if (indicators.includes('bollinger')) columns.push(studies.upper, studies.lower);
  return columns;
}

/** Of the height of the price, left free above it, and what the legend may take of that at most. */
const marginTop = 0.14;
const legendShareMax = 0.34;

/** What the volume takes of the height of the price. */
export const volumeShare = 0.18;

export function sceneOf(parts: SceneParts): Scene {
  const { data, settings, stretch, legendBottom } = parts;
  const { indicators, logScale } = settings;
  const panes = { rsi: indicators.includes('rsi'), macd: indicators.includes('macd') };
  const layout = layoutChart({ ...parts, panes });
  const space = { width: layout.plotWidth, count: data.series.length };
  const view = clampView(parts.view, space);
  const inView = barsInView(view, space);
  const { studies } = data;
  const moved = rangeOf([studies.line, studies.signal, studies.histogram], inView);
  return {
    ...layout,
    ...inView,
    view,
    begin: Math.max(inView.first - 1, 0),
    end: Math.min(inView.last + 1, space.count - 1),
    ratio: window.devicePixelRatio || 1,
    x: (index) => xOfBar(view, space, index),
    scale: createPriceScale({
      ...layout.price,
      ...rangeOf(priceColumns(data, settings), inView),
      log: logScale,
      stretch,
      marginTop: Math.min(Math.max(marginTop, legendBottom / layout.price.bottom), legendShareMax),
      marginBottom: indicators.includes('volume') ? volumeShare + 0.04 : 0.06,
    }),
    rsiScale: layout.rsi && createPriceScale({ ...layout.rsi, low: 0, high: 100 }),
    macdScale:
      layout.macd &&
      createPriceScale({
        ...layout.macd,
        low: Math.min(moved.low, 0),
        high: Math.max(moved.high, 0),
        marginTop: 0.24,
        marginBottom: 0.08,
      }),
  };
}
