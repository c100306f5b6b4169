import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { market } from '#market/market.ts';
import { finestStep, type MarketPair, priceDecimals, quantityDecimals } from '#market/market-pair.ts';
import { prepareExactCanvas, useCanvasSize } from '#ui/canvas/canvas-size.ts';
import { usePalette } from '#ui/canvas/palette.ts';
import { useNumberStyle } from '#ui/number/number-style.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { depthOf } from './depth-model.ts';
import { paintDepth } from './paint-depth.ts';

interface DepthPainting {
  readonly pair: MarketPair;
  readonly boxRef: RefObject<HTMLElement | null>;
  readonly canvasRef: RefObject<HTMLCanvasElement | null>;
  readonly zoom: number;
}

/** Paints past React, when the book has changed and when the pointer has moved; answers with how to say where it is. */
export function useDepthPainting(painting: DepthPainting): (x: number | null) => void {
  const { pair, boxRef, canvasRef, zoom } = painting;
  const { t } = useTranslation();
  const palette = usePalette();
  useNumberStyle();
  const size = useCanvasSize(boxRef);
  const store = market.book({ pair: pair.code, precision: finestStep(pair) });
  const pointerRef = useRef<number | null>(null);
  const paintRef = useRef<() => void>(() => {});
  const frame = useRef(0);

  const repaint = useCallback((): void => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      paintRef.current();
    });
  }, []);

  useLayoutEffect(() => {
    paintRef.current = () => {
      const context = prepareExactCanvas(canvasRef.current, size);
      const depth = depthOf(store.read(), zoom);
      if (context === null || depth === null) return;
      paintDepth(context, {
        ...size,
        depth,
        palette,
        priceDecimals: priceDecimals(pair),
        quantityDecimals: Math.min(quantityDecimals(pair), 4),
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
    repaint();
  });
  useEffect(() => {
    const stop = store.subscribe(repaint);
    return () => {
      stop();
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [store, repaint]);

  return (x) => {
    pointerRef.current = x;
    repaint();
  };
}
