import { useId, useRef, useSyncExternalStore } from 'react';
import { useTradingConnection } from '#live/connection-state.ts';
import { market } from '#market/market.ts';
import { finestStep, type MarketPair } from '#market/market-pair.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { StaleBadge } from '#ui/state/stale-badge.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { depthOf } from './depth-model.ts';
import { useDepthPainting } from './use-depth-painting.ts';
import { useDepthZoom } from './use-depth-zoom.ts';

/** It has keys of its own, so it is reached by Tab. */
const tabStop = { tabIndex: 0 };

/** How much can be traded before the price has moved by how much. The book beside it says the same in figures. */
export function DepthView({ pair }: { pair: MarketPair }) {
  const { t } = useTranslation();
  const hintId = useId();
  const boxRef = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const store = market.book({ pair: pair.code, precision: finestStep(pair) });
  const { zoom, nearer, farther, reset, onKeyDown } = useDepthZoom(boxRef, (at) => depthOf(store.read(), at));
  const point = useDepthPainting({ pair, boxRef, canvasRef, zoom });
  const stale = useTradingConnection() === 'reconnecting';
  const state = useSyncExternalStore(store.subscribe, () => {
    const book = store.read();
    if (!book.ready) return 'waiting';
    const depth = depthOf(book, zoom);
    if (depth === null) return 'empty';
    if (!depth.canZoomIn) return 'nearest';
    return depth.canZoomOut ? 'ready' : 'farthest';
  });
  return (
    <div className="relative min-h-0 flex-1" aria-busy={state === 'waiting'}>
      <div
        {...tabStop}
        ref={boxRef}
        role="application"
        aria-label={t('market.depth.title', { pair: pair.code })}
        aria-describedby={hintId}
        className="chart-box"
        onKeyDown={onKeyDown}
        onDoubleClick={reset}
      >
        <canvas
          ref={canvasRef}
          className={classNames('num chart-canvas', stale && 'opacity-50')}
          onPointerDown={(event) => point(event.nativeEvent.offsetX)}
          onPointerMove={(event) => point(event.nativeEvent.offsetX)}
          onPointerLeave={(event) => event.pointerType === 'mouse' && point(null)}
        />
      </div>
      <p id={hintId} className="sr-only">
        {t('market.depth.hint')}
      </p>
      <span className="absolute top-1 left-2 flex">
        <IconButton
          icon="minus"
          iconSize={14}
          label={t('market.depth.zoomOut')}
          aria-disabled={state === 'farthest'}
          onClick={farther}
        />
        <IconButton
          icon="plus"
          iconSize={14}
          label={t('market.depth.zoomIn')}
          aria-disabled={state === 'nearest'}
          onClick={nearer}
        />
        {zoom !== 0 && (
          <IconButton icon="refresh-cw" iconSize={14} label={t('market.depth.reset')} onClick={reset} />
        )}
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
