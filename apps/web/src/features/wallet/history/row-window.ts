import { type RefObject, useEffect, useState } from 'react';

/** Rows that are drawn beyond each edge of the window, so that scrolling meets no gap. */
const overscan = 12;
/** The drawn rows change in steps of so many: a frame of scrolling seldom draws anything. */
const step = 6;

export interface RowRange {
  readonly first: number;
  /** The first that is not drawn. */
  readonly end: number;
}

/** Which rows are drawn of a list whose upper edge is `top` below that of the window. */
export function visibleRows({
  top,
  height,
  rowHeight,
  count,
}: {
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}): RowRange {
  const above = Math.floor(Math.max(0, -top) / rowHeight) - overscan;
  const below = Math.ceil(Math.max(0, height - top) / rowHeight) + overscan;
  const first = Math.max(0, Math.floor(above / step) * step);
  return { first: Math.min(first, count), end: Math.min(count, Math.ceil(below / step) * step) };
}

/** The rows that are in the window or near it, whoever scrolls. */
export function useRowWindow(
  listRef: RefObject<HTMLElement | null>,
  { count, rowHeight }: { readonly count: number; readonly rowHeight: number },
): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: Math.min(count, 2 * overscan) });
  useEffect(() => {
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const top = listRef.current?.getBoundingClientRect().top;
      if (top === undefined) return;
      const next = visibleRows({ top, height: window.innerHeight, rowHeight, count });
      setRange((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    const plan = (): void => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    // Of whatever scrolls: a scroll event does not bubble, but it is captured.
    document.addEventListener('scroll', plan, { capture: true, passive: true });
    window.addEventListener('resize', plan);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', plan, { capture: true });
      window.removeEventListener('resize', plan);
    };
  }, [listRef, count, rowHeight]);
  return { first: Math.min(range.first, count), end: Math.min(range.end, count) };
}
