import { lazy, Suspense } from 'react';
import type { MarketPair } from '#market/market-pair.ts';
import { PanelSkeleton } from '#ui/surface/panel-skeleton.tsx';

const TapePanel = lazy(async () => ({ default: (await import('./tape-panel.tsx')).TapePanel }));

/** The panel of recent trades, loaded when its tab is opened first. */
export function LazyTapePanel({ pair }: { pair: MarketPair }) {
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <TapePanel pair={pair} />
    </Suspense>
  );
}
