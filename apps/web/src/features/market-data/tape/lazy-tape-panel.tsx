import { lazy, Suspense } from 'react';
import type { MarketPair } from '#market/market-pair.ts';
import { PanelBones } from '#ui/surface/panel-skeleton.tsx';

const TapePanel = lazy(async () => ({ default: (await import('./tape-panel.tsx')).TapePanel }));

/** The recent trades, fetched when somebody looks at them: they stand behind a tab at first. */
export function TapeLater({ pair }: { pair: MarketPair }) {
  return (
    <Suspense fallback={<PanelBones />}>
      <TapePanel pair={pair} />
    </Suspense>
  );
}
