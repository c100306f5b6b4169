import type { Movement } from '@emporion/contracts/rest';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { MovementRow, rowColumns, rowHeight } from './movement-row.tsx';
import { useRowWindow } from './row-window.ts';

/** In the size of rows. */
export function RowSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => `row ${index}`).map((row) => (
    <div key={row} className={classNames(rowColumns, 'border-t hairline')} style={{ height: rowHeight }}>
      <Skeleton className="size-8 rounded-full" />
      <Skeleton className="h-4 w-28" />
      <Skeleton className="h-4 w-40 max-lg:hidden" />
      <Skeleton className="h-4 w-24 max-md:hidden" />
      <Skeleton className="h-4 w-20 max-md:hidden" />
      <Skeleton className="h-4 w-24 justify-self-end" />
    </div>
  ));
}

/** A screen of rows, less one that stays to be recognised. */
const pageRows = 8;

function rowAfterKey(key: string, current: number, count: number): number | undefined {
  const moved = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + pageRows,
    PageUp: current - pageRows,
    Home: 0,
    End: count - 1,
  }[key];
  return moved === undefined ? undefined : Math.min(Math.max(0, moved), count - 1);
}

/** One stop of the tab key for the whole list; the arrow keys go from row to row, drawn or not. */
function useRowFocus(listRef: React.RefObject<HTMLElement | null>, count: number) {
  const [active, setActive] = useState(0);
  const wantedRef = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is there once it has been drawn as the active one
  useEffect(() => {
    const wanted = wantedRef.current;
    if (wanted === null) return;
    wantedRef.current = null;
    const row = listRef.current?.querySelector<HTMLElement>(`[data-row="${wanted}"]`);
    row?.scrollIntoView?.({ block: 'nearest' });
    row?.focus({ preventScroll: true });
  }, [active, listRef]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = rowAfterKey(event.key, active, count);
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    wantedRef.current = next;
    setActive(next);
  };
  return { active: Math.min(active, count - 1), setActive, onKeyDown };
}

/** Rows that come in above what is being read must not push it away. */
function useSteadyScroll(listRef: React.RefObject<HTMLElement | null>, rows: readonly Movement[]): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const known = before.current;
    before.current = rows;
    const top = listRef.current?.getBoundingClientRect().top ?? 0;
    const index = Math.floor(-top / rowHeight);
    const anchor = index > 0 ? known[index]?.id : undefined;
    if (anchor === undefined || rows[index]?.id === anchor) return;
    const now = rows.findIndex(({ id }) => id === anchor);
    if (now >= 0) window.scrollBy(0, (now - index) * rowHeight);
  }, [listRef, rows]);
}

interface MovementListProps {
  rows: readonly Movement[];
  /** Older ones can be read. */
  hasMore: boolean;
  blockchains: Blockchains;
  onOpen(movement: Movement): void;
  onNearEnd(): void;
}

/** Only the rows near the window are drawn, so a hundred thousand scroll as ten do. */
export function MovementList({ rows, hasMore, blockchains, onOpen, onNearEnd }: MovementListProps) {
  const { t } = useTranslation();
  const listRef = useRef<HTMLUListElement>(null);
  const { first, end } = useRowWindow(listRef, { count: rows.length, rowHeight });
  const { active, setActive, onKeyDown } = useRowFocus(listRef, rows.length);
  useSteadyScroll(listRef, rows);
  const isNearEnd = hasMore && end >= rows.length;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);
  const focusRow = useCallback((index: number) => setActive(index), [setActive]);

  const drawn = Array.from({ length: end - first }, (_, offset) => first + offset);
  // What has the focus stays, or it would be lost.
  if (active >= 0 && (active < first || active >= end)) drawn.push(active);
  return (
    <ul
      ref={listRef}
      aria-label={t('history.title')}
      className="relative"
      style={{ height: rows.length * rowHeight }}
      onKeyDown={onKeyDown}
    >
      {drawn.map((index) => {
        const movement = rows[index];
        return (
          movement && (
            <MovementRow
              key={movement.id}
              movement={movement}
              index={index}
              count={hasMore ? undefined : rows.length}
              blockchains={blockchains}
              isTabStop={index === active}
              onOpen={onOpen}
              onFocusRow={focusRow}
            />
          )
        );
      })}
    </ul>
  );
}
