import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumberStyle } from '#ui/number/number-style.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { prepareCanvas, useCanvasSize } from '../market/canvas-size.ts';
import { market } from '../market/market.ts';
import { finestStep, type MarketPair, priceDecimals } from '../market/market-pair.ts';
import { usePalette } from '../market/palette.ts';
import { depthOf } from './depth-model.ts';
import { paintDepth } from './paint-depth.ts';

function useDepthPainting(pair: MarketPair, canvasRef: React.RefObject<HTMLCanvasElement | null>) {
  const { t } = useTranslation();
  const palette = usePalette();
  useNumberStyle();
  const size = useCanvasSize(canvasRef);
  const store = market.book({ pair: pair.code, precision: finestStep(pair) });
  const pointerRef = useRef<number | null>(null);
  const paintRef = useRef<() => void>(() => {});

  useLayoutEffect(() => {
    paintRef.current = () => {
      const context = prepareCanvas(canvasRef.current, size);
      const depth = depthOf(store.read());
      if (context === null || depth === null) return;
      paintDepth(context, {
        ...size,
        depth,
        palette,
        priceDecimals: priceDecimals(pair),
        pointerX: pointerRef.current,
        words: {
          price: t('market.price', { coin: pair.quote.code }),
          mid: t('market.depth.mid'),
          distance: t('market.depth.distance'),
          amount: t('market.amount', { coin: pair.base.code }),
          value: t('market.depth.value', { coin: pair.quote.code }),
        },
      });
    };
    paintRef.current();
  });
  useEffect(() => store.subscribe(() => paintRef.current()), [store]);

  return (x: number | null): void => {
    pointerRef.current = x;
    paintRef.current();
  };
}

/** How much can be traded before the price has moved by how much. The book beside it says the same in figures. */
export function DepthView({ pair }: { pair: MarketPair }) {
  const { t } = useTranslation();
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const point = useDepthPainting(pair, canvasRef);
  const store = market.book({ pair: pair.code, precision: finestStep(pair) });
  const state = useSyncExternalStore(store.subscribe, () => {
    const book = store.read();
    if (!book.ready) return 'waiting';
    return depthOf(book) === null ? 'empty' : 'ready';
  });
  return (
    <div className="relative min-h-0 flex-1" aria-busy={state === 'waiting'}>
      <canvas
        ref={canvasRef}
        role="img"
        aria-label={t('market.depth.title', { pair: pair.code })}
        className="num absolute inset-0 size-full"
        onPointerMove={(event) => point(event.nativeEvent.offsetX)}
        onPointerLeave={() => point(null)}
      />
      {state === 'waiting' && <Skeleton className="absolute inset-2 h-auto" />}
      {state === 'empty' && <EmptyState text={t('market.depth.empty')} icon="chart-candlestick" />}
    </div>
  );
}
