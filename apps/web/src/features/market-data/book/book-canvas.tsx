import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { type MarketPair, priceDecimals, quantityDecimals } from '#market/market-pair.ts';
import { fromUnits } from '#market/units.ts';
import { useCanvasSize } from '#ui/canvas/canvas-size.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type BookLayout, type BookRow, type BookView, rowAt } from './book-layout.ts';
import { useBookPainting } from './use-book-painting.ts';

export interface PickedLevel {
  readonly side: 'ask' | 'bid';
  /** What can be had up to this price, as a decimal. */
  readonly total: string;
}

export interface BookPanelProps {
  readonly pair: MarketPair;
  /** Somebody chose a price of the book. */
  readonly onPrice?: ((price: string, level: PickedLevel) => void) | undefined;
}

export interface BookCanvasProps extends Pick<BookPanelProps, 'onPrice'> {
  readonly pair: MarketPair;
  readonly step: string;
  readonly view: BookView;
}

const nowhere: BookLayout = { rows: [], spreadTop: 0, rowHeight: 0 };

/** The row above or below; from nowhere, the best ask for a way up and the best bid for a way down. */
function rowAfter(layout: BookLayout, from: BookRow | undefined, way: -1 | 1): BookRow | undefined {
  const { rows } = layout;
  const start = from === undefined ? rows.findIndex(({ side }) => side === 'bid') : rows.indexOf(from);
  const first = from === undefined && way === 1 ? start : start + way;
  return rows[Math.min(Math.max(first, 0), rows.length - 1)];
}

/**
 * The book as one picture and one stop of the Tab key. It is a button so that pointer and keyboard both reach it: a press
 * takes the price under the pointer, the arrows walk the levels and Enter takes the one they stand on.
 */
export function BookCanvas({ pair, step, view, onPrice }: BookCanvasProps) {
  const { t } = useTranslation();
  const boxRef = useRef<HTMLButtonElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const layoutRef = useRef(nowhere);
  const markRef = useRef<number | null>(null);
  const size = useCanvasSize(boxRef);
  const [said, setSaid] = useState('');
  const repaint = useBookPainting({ pair, step, view, size, canvasRef, layoutRef, markRef });

  const mark = (y: number | null): void => {
    markRef.current = y;
    repaint();
  };
  const marked = (): BookRow | undefined =>
    markRef.current === null ? undefined : rowAt(layoutRef.current, markRef.current);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const row = rowAfter(layoutRef.current, marked(), event.key === 'ArrowUp' ? -1 : 1);
    if (row === undefined) return;
    mark(row.top + layoutRef.current.rowHeight / 2);
    setSaid(
      t(row.side === 'ask' ? 'market.book.askLevel' : 'market.book.bidLevel', {
        price: formatNumber(row.level.price, { decimals: priceDecimals(pair) }),
        quantity: formatNumber(row.level.quantity, { decimals: quantityDecimals(pair), trimZeros: true }),
      }),
    );
  };
  const yOf = (event: MouseEvent): number =>
    event.clientY - (boxRef.current?.getBoundingClientRect().top ?? 0);
  const onClick = (event: MouseEvent): void => {
    // A press of the keyboard has no place; it means the marked level.
    if (event.detail > 0) markRef.current = yOf(event);
    const row = marked();
    if (row !== undefined) onPrice?.(row.level.price, { side: row.side, total: fromUnits(row.totalUnits) });
  };

  return (
    <>
      <button
        type="button"
        ref={boxRef}
        className="relative block min-h-0 w-full flex-1 overflow-hidden focus-visible:outline-offset-[-2px]"
        aria-label={t('market.book.pick')}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onPointerMove={(event: PointerEvent) => event.pointerType === 'mouse' && mark(yOf(event))}
        onPointerLeave={() => mark(null)}
        onBlur={() => mark(null)}
      >
        <canvas ref={canvasRef} className="num absolute inset-0 size-full" />
      </button>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </>
  );
}
