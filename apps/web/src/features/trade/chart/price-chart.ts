import {
  ColorType,
  CrosshairMode,
  createChart,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  PriceScaleMode,
  type SeriesType,
} from 'lightweight-charts';
import { formatNumber } from '#ui/number/format-number.ts';
import { canvasFace } from '../market/canvas-text.ts';
import { type Palette, withOpacity } from '../market/palette.ts';
import { type Bar, changedFrom } from './bars.ts';
import type { ChartSettings } from './chart-settings.ts';
import { clockShiftSeconds, createTimeTexts } from './chart-time.ts';
import {
  addAverageLayers,
  addBollingerLayers,
  addMacdLayers,
  addPriceLayer,
  addRsiLayers,
  addVolumeLayer,
  type Layer,
  type LayerParts,
} from './layers.ts';

/** An own open order as the chart draws it. */
export interface OrderLine {
  readonly price: string;
  readonly side: 'buy' | 'sell';
  readonly title: string;
}

export interface PriceChartParts {
  readonly box: HTMLElement;
  readonly palette: Palette;
  readonly settings: ChartSettings;
  readonly priceDecimals: number;
  readonly language: string;
  /** The bar under the crosshair; null while there is none. */
  readonly onBar: (bar: Bar | null) => void;
  /** The oldest bars have come into view. */
  readonly onOldest: () => void;
  /** Whether the newest bar is out of view. */
  readonly onAway: (away: boolean) => void;
}

export interface PriceChart {
  show(bars: readonly Bar[]): void;
  showOrders(orders: readonly OrderLine[]): void;
  goToLatest(): void;
  remove(): void;
}

/** So many bars before the left edge, older ones are fetched. */
const fetchAhead = 30;

function createBare({ box, palette, settings, priceDecimals, language }: PriceChartParts): IChartApi {
  const texts = createTimeTexts(language, settings.timeframe);
  const grid = { color: withOpacity(palette.border, 0.14) };
  const crosshair = { color: palette.muted, labelBackgroundColor: palette.raised };
  return createChart(box, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: palette.surface },
      textColor: palette.muted,
      fontSize: 11,
      fontFamily: canvasFace,
      // Its own logo brings a style element, which the page's policy forbids; a link beside the chart names the makers.
      attributionLogo: false,
      panes: {
        separatorColor: withOpacity(palette.border, 0.28),
        separatorHoverColor: withOpacity(palette.accent, 0.3),
      },
    },
    grid: { vertLines: grid, horzLines: grid },
    crosshair: { mode: CrosshairMode.Normal, vertLine: crosshair, horzLine: crosshair },
    rightPriceScale: {
      borderVisible: false,
      mode: settings.logScale ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal,
      scaleMargins: { top: 0.12, bottom: settings.indicators.includes('volume') ? 0.22 : 0.08 },
    },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      rightOffset: 6,
      tickMarkFormatter: texts.mark,
    },
    localization: {
      locale: language,
      timeFormatter: texts.moment,
      priceFormatter: (price: number) =>
        formatNumber(price.toFixed(priceDecimals), { decimals: priceDecimals }),
    },
  });
}

function addLayers(parts: LayerParts, settings: ChartSettings) {
  const has = (name: ChartSettings['indicators'][number]) => settings.indicators.includes(name);
  const volume = has('volume') ? [addVolumeLayer(parts)] : [];
  const price = addPriceLayer(parts, settings.style);
  const layers: Layer[] = [...volume, price.layer];
  if (has('average')) layers.push(...addAverageLayers(parts));
  if (has('bollinger')) layers.push(...addBollingerLayers(parts));
  let pane = 1;
  if (has('rsi')) layers.push(...addRsiLayers(parts, pane++));
  if (has('macd')) layers.push(...addMacdLayers(parts, pane));
  for (const [index, one] of parts.chart.panes().entries()) one.setStretchFactor(index === 0 ? 4 : 1);
  return { layers, series: price.series };
}

function createOrderLines(series: ISeriesApi<SeriesType>, palette: Palette) {
  let lines: IPriceLine[] = [];
  return (orders: readonly OrderLine[]): void => {
    for (const line of lines) series.removePriceLine(line);
    lines = orders.map(({ price, side, title }) =>
      series.createPriceLine({
        price: Number(price),
        color: side === 'buy' ? palette.buy : palette.sell,
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: true,
        title,
      }),
    );
  };
}

/** The library's chart with our data in it. A change of looks or settings makes a new one: that is rare and quick. */
export function createPriceChart(parts: PriceChartParts): PriceChart {
  const { palette, settings, onBar, onOldest, onAway } = parts;
  const chart = createBare(parts);
  const shiftSeconds = clockShiftSeconds(settings.timeframe);
  const { layers, series } = addLayers({ chart, palette, shiftSeconds }, settings);
  const minMove = 10 ** -parts.priceDecimals;
  series.applyOptions({ priceFormat: { type: 'price', precision: parts.priceDecimals, minMove } });
  let shown: readonly Bar[] = [];

  chart.subscribeCrosshairMove(({ time, logical }) => {
    onBar(time === undefined || logical === undefined ? null : (shown[Math.round(logical)] ?? null));
  });
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range === null || shown.length === 0) return;
    if (range.from < fetchAhead) onOldest();
    onAway(range.to < shown.length - 1);
  });

  return {
    show(bars) {
      const from = changedFrom(shown, bars);
      shown = bars;
      for (const layer of layers) {
        if (from === null) layer.show(bars);
        else layer.update(bars, from);
      }
    },
    showOrders: createOrderLines(series, palette),
    goToLatest: () => chart.timeScale().scrollToRealTime(),
    remove: () => chart.remove(),
  };
}
