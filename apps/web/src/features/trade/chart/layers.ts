import {
  AreaSeries,
  BarSeries,
  CandlestickSeries,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type SeriesDataItemTypeMap,
  type SeriesType,
} from 'lightweight-charts';
import { type Palette, withOpacity } from '../market/palette.ts';
import type { Bar } from './bars.ts';
import { type ChartSettings, periods } from './chart-settings.ts';
import { toChartTime } from './chart-time.ts';
import { bollingerBands, macd, movingAverage, type Points, relativeStrength } from './indicators.ts';

/** One series of the chart and how its points come from the bars. */
export interface Layer {
  show(bars: readonly Bar[]): void;
  /** Tells only what changed. */
  update(bars: readonly Bar[], from: number): void;
}

export interface LayerParts {
  readonly chart: IChartApi;
  readonly palette: Palette;
  readonly shiftSeconds: number;
}

type Items<T extends SeriesType> = readonly (SeriesDataItemTypeMap[T] | null)[];

function layerOf<T extends SeriesType>(
  series: ISeriesApi<T>,
  compute: (bars: readonly Bar[]) => Items<T>,
): Layer {
  return {
    show: (bars) => series.setData(compute(bars).filter((item) => item !== null)),
    update(bars, from) {
      const items = compute(bars);
      for (let index = from; index < items.length; index += 1) {
        const item = items[index];
        if (item !== null && item !== undefined) series.update(item, index < items.length - 1);
      }
    },
  };
}

const quiet = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false } as const;

function lineLayer(
  { chart, shiftSeconds }: LayerParts,
  {
    colour,
    pane = 0,
    dotted = false,
    points,
  }: { colour: string; pane?: number; dotted?: boolean; points: (bars: readonly Bar[]) => Points },
): Layer {
  const lineStyle = dotted ? LineStyle.Dotted : LineStyle.Solid;
  const series = chart.addSeries(LineSeries, { ...quiet, color: colour, lineWidth: 1, lineStyle }, pane);
  return layerOf(series, (bars) =>
    points(bars).map((value, index) => {
      const bar = bars[index];
      return value === null || bar === undefined
        ? null
        : { time: toChartTime(bar.time, shiftSeconds), value };
    }),
  );
}

const closes = (bars: readonly Bar[]): number[] => bars.map(({ close }) => close);

/** The price itself, in the chosen style. The series is given out for the lines of own orders. */
export function addPriceLayer(
  { chart, palette, shiftSeconds }: LayerParts,
  style: ChartSettings['style'],
): { series: ISeriesApi<SeriesType>; layer: Layer } {
  const { buy, sell, accent } = palette;
  const whole = (bars: readonly Bar[]) =>
    bars.map(({ time, open, high, low, close }) => ({
      time: toChartTime(time, shiftSeconds),
      open,
      high,
      low,
      close,
    }));
  const single = (bars: readonly Bar[]) =>
    bars.map(({ time, close }) => ({ time: toChartTime(time, shiftSeconds), value: close }));
  if (style === 'bars') {
    const series = chart.addSeries(BarSeries, { upColor: buy, downColor: sell, thinBars: false });
    return { series, layer: layerOf(series, whole) };
  }
  if (style === 'line') {
    const series = chart.addSeries(LineSeries, { color: accent, lineWidth: 2 });
    return { series, layer: layerOf(series, single) };
  }
  if (style === 'area') {
    const colours = { topColor: withOpacity(accent, 0.3), bottomColor: withOpacity(accent, 0.02) };
    const series = chart.addSeries(AreaSeries, { lineColor: accent, lineWidth: 2, ...colours });
    return { series, layer: layerOf(series, single) };
  }
  const wicks = { borderVisible: false, wickUpColor: buy, wickDownColor: sell };
  const series = chart.addSeries(CandlestickSeries, { upColor: buy, downColor: sell, ...wicks });
  return { series, layer: layerOf(series, whole) };
}

/** The volume stands behind the price, in the lowest fifth. */
export function addVolumeLayer({ chart, palette, shiftSeconds }: LayerParts): Layer {
  const series = chart.addSeries(HistogramSeries, {
    ...quiet,
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
  });
  series.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } });
  return layerOf(series, (bars) =>
    bars.map(({ time, open, close, volume }) => ({
      time: toChartTime(time, shiftSeconds),
      value: volume,
      color: withOpacity(close >= open ? palette.buy : palette.sell, 0.35),
    })),
  );
}

/** The colours of the moving averages, in the order of their periods. */
export function averageColours({ accent, warn, muted }: Palette): readonly string[] {
  return [warn, accent, muted];
}

export function addAverageLayers(parts: LayerParts): Layer[] {
  const colours = averageColours(parts.palette);
  return periods.average.map((period, index) =>
    lineLayer(parts, {
      colour: colours[index] ?? parts.palette.muted,
      points: (bars) => movingAverage(closes(bars), period),
    }),
  );
}

export function addBollingerLayers(parts: LayerParts): Layer[] {
  const colour = withOpacity(parts.palette.accent, 0.7);
  return (['upper', 'middle', 'lower'] as const).map((band) =>
    lineLayer(parts, {
      colour,
      dotted: band === 'middle',
      points: (bars) => bollingerBands(closes(bars), periods.bollinger)[band],
    }),
  );
}

export function addRsiLayers(parts: LayerParts, pane: number): Layer[] {
  const { palette } = parts;
  const level = (value: number): Layer =>
    lineLayer(parts, { colour: palette.muted, pane, dotted: true, points: (bars) => bars.map(() => value) });
  const points = (bars: readonly Bar[]) => relativeStrength(closes(bars), periods.rsi);
  return [level(70), level(30), lineLayer(parts, { colour: palette.accent, pane, points })];
}

export function addMacdLayers(parts: LayerParts, pane: number): Layer[] {
  const { chart, palette, shiftSeconds } = parts;
  const series = chart.addSeries(HistogramSeries, quiet, pane);
  const histogram = layerOf(series, (bars) =>
    macd(closes(bars), periods.macd).histogram.map((value, index) => {
      const bar = bars[index];
      if (value === null || bar === undefined) return null;
      const color = withOpacity(value >= 0 ? palette.buy : palette.sell, 0.5);
      return { time: toChartTime(bar.time, shiftSeconds), value, color };
    }),
  );
  const line = (which: 'line' | 'signal', colour: string): Layer =>
    lineLayer(parts, { colour, pane, points: (bars) => macd(closes(bars), periods.macd)[which] });
  return [histogram, line('line', palette.accent), line('signal', palette.warn)];
}
