import { timeframes } from '@emporion/contracts/rest';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { DepthView } from '../depth/depth-view.tsx';
import type { MarketPair } from '../market/market-pair.ts';
import { useChartSettings } from './chart-settings.ts';
import { type ChartTab, ChartToolbar } from './chart-toolbar.tsx';
import type { ChartView } from './chart-view.tsx';
import { useNumberKeys } from './use-number-keys.ts';

export interface ChartPanelProps {
  readonly pair: MarketPair;
}

type Code =
  | { readonly state: 'pending' }
  | { readonly state: 'ready'; readonly View: typeof ChartView }
  | { readonly state: 'failed' };

/** The library that draws charts is large, so it comes when it is wanted; a fetch that failed can be tried again. */
function useChartCode(wanted: boolean) {
  const [code, setCode] = useState<Code>({ state: 'pending' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    const settle = (next: Code) => !gone && attempt >= 0 && setCode(next);
    import('./chart-view.tsx').then(
      ({ ChartView: View }) => settle({ state: 'ready', View }),
      () => settle({ state: 'failed' }),
    );
    return () => {
      gone = true;
    };
  }, [attempt, wanted]);
  return { code, retry: () => setAttempt((count) => count + 1) };
}

/** The price of a pair over time, and the depth of its book. It fills the height it is given. */
export function ChartPanel({ pair }: ChartPanelProps) {
  const { t } = useTranslation();
  const [settings, change] = useChartSettings();
  const [tab, setTab] = useState<ChartTab>('price');
  const { code, retry } = useChartCode(settings.shown);
  useNumberKeys((digit) => {
    const timeframe = timeframes[digit - 1];
    if (timeframe !== undefined) change({ timeframe });
  });
  return (
    <section
      aria-label={t('market.chart.title', { pair: pair.code })}
      className="@container flex h-full min-h-72 flex-col overflow-hidden"
    >
      <ChartToolbar tab={tab} onTab={setTab} settings={settings} onChange={change} />
      {tab === 'depth' && <DepthView pair={pair} />}
      {tab === 'price' && !settings.shown && (
        <EmptyState
          icon="chart-candlestick"
          text={t('market.chart.unasked')}
          action={<Button onClick={() => change({ shown: true })}>{t('market.chart.show')}</Button>}
        />
      )}
      {tab === 'price' && settings.shown && code.state === 'pending' && (
        <Skeleton className="m-2 min-h-0 flex-1" />
      )}
      {tab === 'price' && code.state === 'failed' && (
        <ErrorState title={t('market.chart.failed')} onRetry={retry} />
      )}
      {tab === 'price' && code.state === 'ready' && <code.View pair={pair} settings={settings} />}
    </section>
  );
}
