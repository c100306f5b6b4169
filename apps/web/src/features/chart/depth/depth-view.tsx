import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useTradingConnection } from '#live/connection-state.ts';
import { market } from '#market/market.ts';
import { finestStep, type MarketPair } from '#market/market-pair.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { StaleBadge } from '#ui/state/stale-badge.tsx';
import { depthOf, zoomMax, zoomMin } from './depth-model.ts';
import { useDepthPainting } from './use-depth-painting.ts';

/** How much can be traded before the price has moved by how much. The book beside it says the same in figures. */
export function DepthView({ pair }: { pair: MarketPair }) {
  const { t } = useTranslation();
  const boxRef = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const [zoom, setZoom] = useState(0);
  const zoomBy = (steps: number): void => setZoom((now) => Math.min(zoomMax, Math.max(zoomMin, now + steps)));
  const point = useDepthPainting({ pair, boxRef, canvasRef, zoom });
  const stale = useTradingConnection() === 'reconnecting';
  const store = market.book({ pair: pair.code, precision: finestStep(pair) });
  const state = useSyncExternalStore(store.subscribe, () => {
    const book = store.read();
    if (!book.ready) return 'waiting';
    return depthOf(book) === null ? 'empty' : 'ready';
  });
  return (
    <div ref={boxRef} className="relative min-h-0 flex-1 overflow-hidden" aria-busy={state === 'waiting'}>
      <canvas
        ref={canvasRef}
        role="img"
        aria-label={t('market.depth.title', { pair: pair.code })}
        className={classNames('num chart-canvas touch-pan-y', stale && 'opacity-50')}
        onPointerDown={(event) => point(event.nativeEvent.offsetX)}
        onPointerMove={(event) => point(event.nativeEvent.offsetX)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && point(null)}
        onWheel={({ deltaY }) => zoomBy(-Math.sign(deltaY))}
      />
      <span className="absolute top-1 left-2 flex">
        <IconButton
          icon="minus"
          iconSize={14}
          label={t('market.depth.zoomOut')}
          disabled={zoom === zoomMin}
          onClick={() => zoomBy(-1)}
        />
        <IconButton
          icon="plus"
          iconSize={14}
          label={t('market.depth.zoomIn')}
          disabled={zoom === zoomMax}
          onClick={() => zoomBy(1)}
        />
      </span>
      {state === 'waiting' && <Skeleton className="chart-skeleton" />}
      {state === 'empty' && (
        <div className="absolute inset-0 flex items-center justify-center bg-surface">
          <EmptyState text={t('market.depth.empty')} icon="chart-candlestick" />
        </div>
      )}
      {stale && (
        <span className="absolute top-2 right-2">
          <StaleBadge />
        </span>
      )}
    </div>
  );
}
