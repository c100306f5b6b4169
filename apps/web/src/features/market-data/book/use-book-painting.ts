import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { lastPriceOf } from '#market/last-price.ts';
import { market, useOwnOrders } from '#market/market.ts';
import { finestStep, type MarketPair, priceDecimals, quantityDecimals } from '#market/market-pair.ts';
import { type CanvasSize, fitCanvas } from '#ui/canvas/canvas-size.ts';
import { forgetWidths } from '#ui/canvas/canvas-text.ts';
import { usePalette } from '#ui/canvas/palette.ts';
import { whenFontLoaded } from '#ui/canvas/when-font-loaded.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useNumberStyle } from '#ui/number/number-style.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type BookLayout, type BookView, layoutBook, ownLevelsOf, rowAt, spreadOf } from './book-layout.ts';
import { createBookPainter } from './book-painter.ts';
import type { BookPicture } from './paint-book.ts';

interface PaintingParts {
  readonly pair: MarketPair;
  readonly step: string;
  readonly view: BookView;
  readonly size: CanvasSize;
  readonly canvasRef: RefObject<HTMLCanvasElement | null>;
  /** Where things were painted last, for whoever wants to know what stands under the pointer. */
  readonly layoutRef: RefObject<BookLayout>;
  /** The height at which a row is marked. */
  readonly markRef: RefObject<number | null>;
}

/** Everything of the picture that stays when only prices move. */
function usePicture({ pair, step }: PaintingParts) {
  const { t } = useTranslation();
  const palette = usePalette();
  const orders = useOwnOrders(pair.code);
  const own = useMemo(() => ownLevelsOf(orders, step), [orders, step]);
  useNumberStyle();
  const decimals = priceDecimals(pair);
  return {
    palette,
    own,
    priceDecimals: decimals,
    quantityDecimals: quantityDecimals(pair),
    formatPrice: (price: string) => formatNumber(price, { decimals }),
    spreadText: (amount: string, percent: string) =>
      t('market.book.spread', {
        amount: formatNumber(amount, { decimals }),
        percent: formatNumber(percent, { decimals: 3 }),
      }),
  };
}

/** Paints past React: the stores say when something changed, and the browser when it is ready for a picture. */
export function useBookPainting(parts: PaintingParts): () => void {
  const { pair, step, view, size, canvasRef, layoutRef, markRef } = parts;
  const picture = usePicture(parts);
  const bookStore = market.book({ pair: pair.code, precision: step });
  // Rows of a coarse step stand further apart than the market does.
  const finestStore = market.book({ pair: pair.code, precision: finestStep(pair) });
  const tradesStore = market.trades(pair.code);
  const frame = useRef(0);
  const paintRef = useRef<() => void>(() => {});
  const [painter] = useState(createBookPainter);

  const repaint = useCallback((): void => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      paintRef.current();
    });
  }, []);

  useLayoutEffect(() => {
    const { formatPrice, spreadText, ...still } = picture;
    painter.forget();
    paintRef.current = () => {
      const fitted = fitCanvas(canvasRef.current, size);
      const book = bookStore.read();
      if (fitted?.emptied) painter.forget();
      if (fitted === null || !book.ready) return;
      const layout = layoutBook(book, { view, height: size.height });
      layoutRef.current = layout;
      const last = lastPriceOf(tradesStore.read().list);
      const spread = spreadOf(finestStore.read());
      const now: BookPicture = {
        ...still,
        layout,
        width: size.width,
        marked: markRef.current === null ? undefined : rowAt(layout, markRef.current),
        lastPrice: last === null ? null : { text: formatPrice(last.price), direction: last.direction },
        spreadText: spread === null ? '' : spreadText(spread.amount, spread.percent),
      };
      painter.paint(fitted.context, now, size.height);
    };
    repaint();
  });

  useEffect(() => {
    const stopBook = bookStore.subscribe(repaint);
    const stopFinest = finestStore.subscribe(repaint);
    const stopTrades = tradesStore.subscribe(repaint);
    return () => {
      stopBook();
      stopFinest();
      stopTrades();
    };
  }, [bookStore, finestStore, tradesStore, repaint]);

  useEffect(() => {
    const canvas = canvasRef.current;
    const paintWhole = (): void => {
      painter.forget();
      repaint();
    };
    // A browser that ran out of memory gives the canvas back empty.
    canvas?.addEventListener('contextrestored', paintWhole);
    const stopWaiting = whenFontLoaded(() => {
      forgetWidths();
      paintWhole();
    });
    return () => {
      stopWaiting();
      canvas?.removeEventListener('contextrestored', paintWhole);
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [canvasRef, painter, repaint]);

  return repaint;
}
