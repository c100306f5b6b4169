import { marketDataEndpoints, type Timeframe } from '@emporion/contracts/rest';
import { succeed } from '@emporion/kernel';
import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#api/api.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { market } from '../market/market.ts';
import type { MarketPair } from '../market/market-pair.ts';
import { type Bar, barOf } from './bars.ts';
import { type CandleHistory, createCandleHistory, historyPage } from './candle-history.ts';
import { ChartLegend } from './chart-legend.tsx';
import { type ChartSettings, periods } from './chart-settings.ts';
import { usePriceChart } from './use-price-chart.ts';

export interface ChartViewProps {
  readonly pair: MarketPair;
  readonly settings: ChartSettings;
}

function historyOf(pair: string, timeframe: Timeframe): CandleHistory {
  return createCandleHistory({
    live: market.candles({ pair, timeframe }),
    async fetchBefore(before) {
      const query = { timeframe, before, limit: historyPage };
      const answer = await call(marketDataEndpoints.candles, { params: { pair }, query });
      return answer.ok ? succeed(answer.value.results) : answer;
    },
  });
}

/** The averages at one bar, for the legend. */
function averagesAt(bars: readonly Bar[], bar: Bar): (number | null)[] {
  const index = bars.indexOf(bar);
  return periods.average.map((period) => {
    const used = index < period - 1 ? [] : bars.slice(index - period + 1, index + 1);
    return used.length === 0 ? null : used.reduce((sum, { close }) => sum + close, 0) / period;
  });
}

function Legend({
  history,
  bar,
  pair,
  settings,
}: { history: CandleHistory; bar: Bar | null } & ChartViewProps) {
  const bars = useSyncExternalStore(history.subscribe, history.read).list.map(barOf);
  // The bar that the pointer rests on may have been replaced by a newer state of itself.
  const shown = bars.find(({ time }) => time === bar?.time) ?? bars.at(-1);
  if (shown === undefined) return null;
  return <ChartLegend pair={pair} bar={shown} averages={averagesAt(bars, shown)} settings={settings} />;
}

/** The chart itself. It is fetched when it is needed, with the library that draws it. */
export function ChartView({ pair, settings }: ChartViewProps) {
  const { t } = useTranslation();
  const boxRef = useRef<HTMLDivElement>(null);
  const [bar, setBar] = useState<Bar | null>(null);
  const history = useMemo(() => historyOf(pair.code, settings.timeframe), [pair.code, settings.timeframe]);
  const [away, setAway] = useState(false);
  const chartRef = usePriceChart({ boxRef, pair, settings, history, onBar: setBar, onAway: setAway });
  const state = useSyncExternalStore(history.subscribe, () => {
    const { ready, list } = history.read();
    if (!ready) return 'waiting';
    return list.length === 0 ? 'empty' : 'ready';
  });
  return (
    <div className="relative min-h-0 flex-1" aria-busy={state === 'waiting'}>
      <Legend history={history} bar={bar} pair={pair} settings={settings} />
      <div ref={boxRef} className="absolute inset-0" data-testid="price-chart" />
      {state === 'waiting' && <Skeleton className="absolute inset-2 h-auto" />}
      {state === 'empty' && (
        <div className="absolute inset-0 flex items-center justify-center bg-surface">
          <EmptyState text={t('market.tape.empty')} icon="chart-candlestick" />
        </div>
      )}
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noopener noreferrer"
        className="absolute bottom-8 left-2 z-10 flex items-end text-xs text-muted hover:underline max-md:min-h-11"
      >
        {t('market.chart.madeBy')}
      </a>
      {away && (
        <IconButton
          icon="chevron-right"
          label={t('market.chart.latest')}
          className="absolute right-20 bottom-10 z-10 bg-raised"
          onClick={() => chartRef.current?.goToLatest()}
        />
      )}
    </div>
  );
}
