import { useSyncExternalStore } from 'react';
import { useTradingConnection } from '#live/connection-state.ts';
import { Button } from '#ui/button/button.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { StaleBadge } from '#ui/state/stale-badge.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { CandleHistory } from './candle-history.ts';

/** What stands over the picture while there is none, or while it is not the whole story. */
export function ChartOverlay({ history }: { history: CandleHistory }) {
  const { t } = useTranslation();
  const stale = useTradingConnection() === 'reconnecting';
  const older = useSyncExternalStore(history.subscribe, history.older);
  const state = useSyncExternalStore(history.subscribe, () => {
    const { ready, list } = history.read();
    if (!ready) return 'waiting';
    return list.length === 0 ? 'empty' : 'ready';
  });
  return (
    <>
      {state === 'waiting' && <Skeleton className="chart-skeleton" />}
      {state === 'empty' && (
        <div className="absolute inset-0 flex items-center justify-center bg-surface">
          <EmptyState text={t('market.tape.empty')} icon="chart-candlestick" />
        </div>
      )}
      {stale && (
        <span className="absolute top-2 right-20">
          <StaleBadge />
        </span>
      )}
      {older === 'failed' && (
        <p role="alert" className="chart-notice">
          {t('market.chart.olderFailed')}
          <Button size="small" variant="flat" onClick={() => void history.retry()}>
            {t('common.retry')}
          </Button>
        </p>
      )}
    </>
  );
}
