import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#ui/number/format-number.ts';
import { useNumberStyle } from '#ui/number/number-style.ts';
import { useOwnOrders } from '../market/market.ts';
import { type MarketPair, priceDecimals, quantityDecimals } from '../market/market-pair.ts';
import { usePalette } from '../market/palette.ts';
import { type Bar, barOf } from './bars.ts';
import type { CandleHistory } from './candle-history.ts';
import type { ChartSettings } from './chart-settings.ts';
import { createPriceChart, type OrderLine, type PriceChart } from './price-chart.ts';

export interface PriceChartUse {
  readonly boxRef: RefObject<HTMLDivElement | null>;
  readonly pair: MarketPair;
  readonly settings: ChartSettings;
  readonly history: CandleHistory;
  readonly onBar: (bar: Bar | null) => void;
  readonly onAway: (away: boolean) => void;
}

function useOrderLines(pair: MarketPair): readonly OrderLine[] {
  const { t } = useTranslation();
  return useOwnOrders(pair.code).flatMap(({ price, stop_price, status, operation, remaining }) => {
    const at = status === 'pending' ? stop_price : price;
    if (at === null) return [];
    const quantity = formatNumber(remaining, { decimals: quantityDecimals(pair), trimZeros: true });
    const title = operation === 'buy' ? 'market.chart.orderBuy' : 'market.chart.orderSell';
    return [{ price: at, side: operation, title: t(title, { quantity }) }];
  });
}

/** Keeps the library's chart in step with candles, settings, theme and own orders, past React. */
export function usePriceChart({ boxRef, pair, settings, history, onBar, onAway }: PriceChartUse) {
  const { i18n } = useTranslation();
  const palette = usePalette();
  const style = useNumberStyle();
  const orders = useOrderLines(pair);
  const chartRef = useRef<PriceChart | null>(null);
  const ordersRef = useRef(orders);
  const decimals = priceDecimals(pair);
  const { language } = i18n;

  useEffect(() => {
    const box = boxRef.current;
    // The style of numbers is read by the formatter; a new one asks for a new chart.
    if (box === null || style === undefined) return;
    const chart = createPriceChart({
      box,
      palette,
      settings,
      priceDecimals: decimals,
      language,
      onBar,
      onAway,
      onOldest: () => void history.loadOlder(),
    });
    chartRef.current = chart;
    const show = (): void => chart.show(history.read().list.map(barOf));
    const stop = history.subscribe(show);
    show();
    chart.showOrders(ordersRef.current);
    return () => {
      stop();
      chart.remove();
      chartRef.current = null;
    };
  }, [boxRef, palette, settings, decimals, language, style, history, onBar, onAway]);

  const drawn = JSON.stringify(orders);
  useEffect(() => {
    ordersRef.current = JSON.parse(drawn) as readonly OrderLine[];
    chartRef.current?.showOrders(ordersRef.current);
  }, [drawn]);

  return chartRef;
}
