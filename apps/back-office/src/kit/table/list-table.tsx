import { Button } from '@emporion/web/ui/button/button.tsx';
import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { DropdownMenu } from '@emporion/web/ui/menu/dropdown-menu.tsx';
import { EmptyState } from '@emporion/web/ui/state/empty-state.tsx';
import { Skeleton } from '@emporion/web/ui/state/skeleton.tsx';
import {
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Failure } from '#kit/failure.tsx';
import type { List } from '#kit/use-list.ts';
import { useChosenColumns } from './chosen-columns.ts';
import type { Column } from './column.ts';
import { Cell, MoreCell, mainOf, useUnfolded } from './folded-row.tsx';

interface ListTableProps<Row extends object> {
  /** Under which the chosen columns are remembered. */
  name: string;
  /** Names the table for assistive technology. */
  caption: string;
  columns: readonly Column<Row>[];
  list: List<Row>;
  rowKey(row: Row): string;
  /** Opens a row: the whole of it is pressed, beside the links within. */
  onOpen?: ((row: Row) => void) | undefined;
  emptyText: string;
  /** Given together: rows can be ticked. */
  selection?: RowSelectionState | undefined;
  onSelection?: ((selection: RowSelectionState) => void) | undefined;
  /** What narrows the list, in the line above it. */
  filters?: ReactNode;
  /** What can be done with the ticked rows. It stands below them, so that nothing moves when the first one is ticked. */
  actions?: ReactNode;
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

/** About how high a row is; each is measured once it is drawn. */
const rowHeight = 36;

/** Reads on when the end of what is here comes into view. */
function useReadOn(list: Omit<List<object>, 'rows'>) {
  const endRef = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    const end = endRef.current;
    if (end === null || !hasNextPage || isFetchingNextPage || typeof IntersectionObserver === 'undefined')
      return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: '400px' },
    );
    watch.observe(end);
    return () => watch.disconnect();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return endRef;
}

function ColumnChooser<Row>({
  columns,
  shown,
  change,
}: {
  columns: readonly Column<Row>[];
  shown: Readonly<Record<string, boolean>>;
  change(shown: Readonly<Record<string, boolean>>): void;
}) {
  return (
    <DropdownMenu
      label="Columns"
      entries={columns.map(({ id, label }) => ({
        kind: 'choice',
        label,
        checked: shown[id] !== false,
        onSelect: () => change({ ...shown, [id]: shown[id] === false }),
      }))}
    >
      <Icon name="layout-grid" size={16} />
      <span className="max-md:sr-only">Columns</span>
    </DropdownMenu>
  );
}

function useRows<Row extends object>(props: ListTableProps<Row>) {
  const { name, columns, list, rowKey, selection, onSelection } = props;
  const usual = useMemo(
    () => Object.fromEntries(columns.filter(({ isHidden }) => isHidden).map(({ id }) => [id, false])),
    [columns],
  );
  const { shown, change } = useChosenColumns(name, usual);
  const table = useTable({
    features,
    data: list.rows,
    columns: useMemo(() => columns.map(({ id, label }) => ({ id, header: label })), [columns]),
    getRowId: rowKey,
    enableRowSelection: selection !== undefined,
    state: { columnVisibility: shown, rowSelection: selection ?? {} },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(selection ?? {}) : update;
      onSelection?.(next);
    },
  });
  const visible = columns.filter(({ id }) => shown[id] !== false);
  return { table, visible, main: mainOf(visible), shown, change };
}

/** Where a press on a row is meant for something within it. */
const within = 'a, button, input, label, select, textarea';

/** Only the rows that are seen are in the page; what is above and below them is space of the right height. */
function useSeenRows(count: number) {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: bodyRef.current?.offsetTop ?? 0,
  });
  const seen = virtual.getVirtualItems();
  const { scrollMargin } = virtual.options;
  return {
    bodyRef,
    seen,
    measure: virtual.measureElement,
    before: seen[0] === undefined ? 0 : seen[0].start - scrollMargin,
    after: virtual.getTotalSize() - ((seen.at(-1)?.end ?? scrollMargin) - scrollMargin),
  };
}

type Rows<Row extends object> = ReturnType<typeof useRows<Row>>;

function Head<Row extends object>({ table, visible, isChoosing }: Rows<Row> & { isChoosing: boolean }) {
  return (
    <thead>
      <tr>
        {isChoosing && (
          <th scope="col">
            <span className="list-check">
              <input
                type="checkbox"
                aria-label="Select all"
                checked={table.getRowModel().rows.length > 0 && table.getIsAllRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
              />
            </span>
          </th>
        )}
        {visible.map(({ id, label, isNumeric }) => (
          <th key={id} scope="col" className={isNumeric ? 'text-right' : undefined}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface BodyProps<Row extends object> extends Rows<Row>, Pick<ListTableProps<Row>, 'onOpen' | 'list'> {
  isChoosing: boolean;
}

function Body<Row extends object>({ table, visible, main, isChoosing, onOpen, list }: BodyProps<Row>) {
  const { rows } = table.getRowModel();
  const { bodyRef, seen, measure, before, after } = useSeenRows(rows.length);
  const span = visible.length + (isChoosing ? 1 : 0);
  const { unfolded, fold } = useUnfolded();
  const hasRest = visible.length > main.size;
  const press = (event: MouseEvent, row: Row): void => {
    const isWithin = (event.target as Element).closest(within) !== null;
    // Whoever marks words to copy them does not want to leave.
    if (!isWithin && window.getSelection()?.isCollapsed !== false) onOpen?.(row);
  };
  return (
    <tbody ref={bodyRef}>
      {before > 0 && <Space height={before} span={span} />}
      {seen.map(({ index }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <tr
            key={row.id}
            ref={measure}
            data-index={index}
            data-opens={onOpen === undefined ? undefined : ''}
            data-unfolded={unfolded.has(row.id) ? '' : undefined}
            onClick={(event) => press(event, row.original)}
          >
            {isChoosing && (
              <td className="list-pick">
                <span className="list-check">
                  <input
                    type="checkbox"
                    aria-label="Select this row"
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </span>
              </td>
            )}
            {visible.map((column) => (
              <Cell key={column.id} column={column} row={row.original} main={main.get(column)} />
            ))}
            {hasRest && <MoreCell isUnfolded={unfolded.has(row.id)} fold={() => fold(row.id)} />}
          </tr>
        );
      })}
      {after > 0 && <Space height={after} span={span} />}
      {list.isPending && <Bones count={8} span={span} />}
    </tbody>
  );
}

/** What stands below the rows: why there are none, or the way to more. */
function Foot<Row extends object>({ list, emptyText }: Pick<ListTableProps<Row>, 'list' | 'emptyText'>) {
  const endRef = useReadOn(list);
  const isEmpty = list.rows.length === 0 && !list.isPending;
  return (
    <>
      {isEmpty && list.error !== null && (
        <Failure error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      )}
      {isEmpty && list.error === null && <EmptyState text={emptyText} />}
      <div ref={endRef}>
        {list.hasNextPage && (
          <div className="flex justify-center p-2">
            <Button
              size="small"
              variant="flat"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/**
 * A list of any length: rows are drawn as far as they are seen, read as far as somebody scrolls, and on a phone each is a card of
 * labels and values. Which columns are shown is remembered. A row that opens has a link or a button within it for the keyboard.
 */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { caption, columns, list, onOpen, emptyText, filters, actions } = props;
  const rows = useRows(props);
  const isChoosing = props.selection !== undefined;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <div className="min-w-0 flex-1">{filters}</div>
        <ColumnChooser columns={columns} shown={rows.shown} change={rows.change} />
      </div>
      <div className="table-scroll rounded-md bg-surface">
        <table className="table list-table" aria-busy={list.isFetching}>
          <caption className="sr-only">{caption}</caption>
          <Head {...rows} isChoosing={isChoosing} />
          <Body {...rows} isChoosing={isChoosing} onOpen={onOpen} list={list} />
        </table>
        <Foot list={list} emptyText={emptyText} />
        {actions !== undefined && actions !== false && <div className="list-actions">{actions}</div>}
      </div>
    </div>
  );
}

const unspoken = { 'aria-hidden': true };

function Space({ height, span }: { height: number; span: number }) {
  return (
    <tr {...unspoken}>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

function Bones({ count, span }: { count: number; span: number }) {
  return Array.from({ length: count }, (_, index) => `bone-${index}`).map((bone) => (
    <tr key={bone} {...unspoken}>
      <td colSpan={span}>
        <Skeleton className="h-3 w-full" />
      </td>
    </tr>
  ));
}
