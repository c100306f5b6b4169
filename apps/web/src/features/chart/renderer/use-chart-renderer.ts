import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { finestStep, type MarketPair, priceDecimals, quantityDecimals } from '#market/market-pair.ts';
import { useCanvasSize } from '#ui/canvas/canvas-size.ts';
import { usePalette } from '#ui/canvas/palette.ts';
import { whenFontLoaded } from '#ui/canvas/when-font-loaded.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useNumberStyle } from '#ui/number/number-style.ts';
import { inPercent } from '#ui/number/percent.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { CandleHistory } from '../candle-history.ts';
import type { ChartSettings } from '../chart-settings.ts';
import type { TimeTexts } from '../chart-time.ts';
import type { OwnFill } from '../model/fill-marks.ts';
import type { OrderLine } from '../model/order-lines.ts';
import { forgetWidths } from '../paint/text-width.ts';
import { type ChartRenderer, createChartRenderer, type RendererEvents } from './chart-renderer.ts';
import { chartStyleOf } from './chart-style.ts';
import { listenToPointer } from './pointer-events.ts';
import type { AlertLine, ChartNumbers, LegendWords } from './render-input.ts';

export interface RendererParts {
  readonly boxRef: RefObject<HTMLElement | null>;
  readonly baseRef: RefObject<HTMLCanvasElement | null>;
  readonly frontRef: RefObject<HTMLCanvasElement | null>;
  readonly pair: MarketPair;
  readonly settings: ChartSettings;
  readonly history: CandleHistory;
  readonly orders: readonly OrderLine[];
  readonly alerts: readonly AlertLine[];
  readonly fills: readonly OwnFill[];
  readonly numbers: ChartNumbers;
  readonly times: TimeTexts;
  readonly report: RendererEvents;
}

/** A sign as wide as a plus, as the rest of the page has it. */
function withMinus(text: string): string {
  return text.replace('-', '−');
}

export function numbersOf(pair: MarketPair): ChartNumbers {
  const decimals = priceDecimals(pair);
  const quantity = { decimals: quantityDecimals(pair), trimZeros: true };
  const fixed = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '');
  return {
    tick: finestStep(pair),
    price: (value) =>
      withMinus(formatNumber(typeof value === 'number' ? fixed(value, decimals) : value, { decimals })),
    quantity: (value) => formatNumber(value, quantity),
    volume: (value) => formatNumber(value, { decimals: 3 }),
    percent: (value) => inPercent(withMinus(formatNumber(fixed(value, 2), { decimals: 2, plus: true }))),
    plain: (value) => formatNumber(fixed(value, 2), { decimals: 2 }),
  };
}

function useLegendWords(): LegendWords {
  const { t } = useTranslation();
  return {
    open: t('market.chart.letters.open'),
    high: t('market.chart.letters.high'),
    low: t('market.chart.letters.low'),
    close: t('market.chart.letters.close'),
    volume: t('market.chart.letters.volume'),
  };
}

/** The renderer of these canvases, for as long as they are mounted. */
function useRenderer({ boxRef, baseRef, frontRef, report }: RendererParts): RefObject<ChartRenderer | null> {
  const rendererRef = useRef<ChartRenderer | null>(null);
  const latest = useRef(report);
  useLayoutEffect(() => {
    latest.current = report;
  });
  useLayoutEffect(() => {
    const [box, base, front] = [boxRef.current, baseRef.current, frontRef.current];
    if (box === null || base === null || front === null) return;
    const renderer = createChartRenderer(
      { base, front },
      {
        oldest: () => latest.current.oldest(),
        away: (away) => latest.current.away(away),
        pointed: (at) => latest.current.pointed(at),
        moved: (line, price) => latest.current.moved(line, price),
        closed: (line) => latest.current.closed(line),
        menu: (place) => latest.current.menu(place),
      },
    );
    rendererRef.current = renderer;
    const stopPointer = listenToPointer(box, front, renderer.controls);
    const watcher =
      typeof IntersectionObserver === 'function'
        ? new IntersectionObserver(([entry]) => renderer.setVisible(entry?.isIntersecting !== false))
        : null;
    watcher?.observe(box);
    const stopWaiting = whenFontLoaded(() => {
      forgetWidths();
      renderer.repaint();
    });
    return () => {
      stopWaiting();
      watcher?.disconnect();
      stopPointer();
      renderer.stop();
      rendererRef.current = null;
    };
  }, [boxRef, baseRef, frontRef]);
  return rendererRef;
}

/** Repaints the chart when candles, settings, colours or own orders change, without a React render. */
export function useChartRenderer(use: RendererParts): RefObject<ChartRenderer | null> {
  const { boxRef, settings, history, orders, alerts, fills, numbers, times } = use;
  const palette = usePalette();
  const style = useMemo(() => chartStyleOf(palette), [palette]);
  // A new style of numbers is drawn by the painting that follows.
  useNumberStyle();
  const words = useLegendWords();
  const { t } = useTranslation();
  const countOrders = (count: number): string => t('market.chart.orders', { count });
  const size = useCanvasSize(boxRef);
  const rendererRef = useRenderer(use);

  useLayoutEffect(() => {
    rendererRef.current?.show({
      size,
      settings,
      style,
      numbers,
      times,
      words,
      countOrders,
      orders,
      alerts,
      fills,
    });
  });
  useEffect(() => {
    const show = (): void => rendererRef.current?.take(history.read().list);
    const stop = history.subscribe(show);
    show();
    rendererRef.current?.goToLatest();
    return stop;
  }, [rendererRef, history]);
  return rendererRef;
}
