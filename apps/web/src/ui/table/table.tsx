import { type ReactNode, useState } from 'react';
import { ignoreHeldPress } from '#ui/button/held-key.ts';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { clampPage, pageCountOf } from './page-window.ts';
import { Pagination, type PaginationProps } from './pagination.tsx';
import { cellContent, type TableColumn } from './table-column.ts';

export type { TableColumn } from './table-column.ts';

/** By which column the rows stand, and which way. */
export interface TableSort {
  key: string;
  direction: 'ascending' | 'descending';
  onSort(key: string): void;
}

export interface TableProps<Row extends object> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string | number;
  /** Names the table for assistive technology. */
  caption: string;
  loading?: boolean | undefined;
  /** How many skeletons stand in for rows while loading. */
  skeletonRows?: number | undefined;
  /** Splits `rows` into pages here. */
  pageSize?: number | undefined;
  /** `rows` are one page of many that somebody else keeps. */
  paging?: PaginationProps | undefined;
  emptyText?: string | undefined;
  /** Where to go from an empty table. */
  emptyAction?: ReactNode;
  /** Somebody else keeps `rows` in this order. */
  sort?: TableSort | undefined;
  className?: string | undefined;
}

interface BodyProps<Row extends object> extends Pick<TableProps<Row>, 'columns' | 'rows' | 'rowKey'> {}

// The roles are spelled out because the compact layout changes `display`, and with it browsers drop the meaning.
const tableRole = { role: 'table' };
const rowgroupRole = { role: 'rowgroup' };
const rowRole = { role: 'row' };
const cellRole = { role: 'cell' };
const columnheaderRole = { role: 'columnheader' };
const unspoken = { 'aria-hidden': true };

function Rows<Row extends object>({ columns, rows, rowKey }: BodyProps<Row>) {
  return rows.map((row) => (
    <tr key={rowKey(row)} {...rowRole}>
      {columns.map((column) => (
        <td
          key={column.key}
          {...cellRole}
          className={classNames(column.class, column.tdClass)}
          data-label={column.showLabelInShrinkedView === false ? undefined : column.label}
        >
          <div className="table-value">{cellContent(column, row)}</div>
        </td>
      ))}
    </tr>
  ));
}

function SkeletonRows<Row extends object>({
  columns,
  count,
}: Pick<TableProps<Row>, 'columns'> & { count: number }) {
  const lines = Array.from({ length: count }, (_, index) => `bone-${index}`);
  return lines.map((line) => (
    <tr key={line} {...unspoken}>
      {columns.map((column) => (
        <td key={column.key} className={column.class}>
          <Skeleton className="table-bone" />
        </td>
      ))}
    </tr>
  ));
}

function useOwnPage<Row extends object>({ rows, pageSize, paging }: TableProps<Row>) {
  const [ownPage, setOwnPage] = useState(1);
  if (paging !== undefined) return { shown: rows, pagination: paging };
  if (pageSize === undefined) return { shown: rows, pagination: undefined };
  const pageCount = pageCountOf({ rows: rows.length, pageSize });
  const page = clampPage(ownPage, pageCount);
  const shown = rows.slice((page - 1) * pageSize, page * pageSize);
  return { shown, pagination: { page, pageCount, onPageChange: setOwnPage } };
}

function Heading<Row extends object>({
  column,
  sort,
}: {
  column: TableColumn<Row>;
  sort: TableSort | undefined;
}) {
  if (column.key.startsWith('row:')) return <span className="sr-only">{column.label}</span>;
  if (sort === undefined || column.sortable !== true) return column.label;
  const chosen = sort.key === column.key;
  return (
    <button
      type="button"
      className="table-sort"
      onClick={() => sort.onSort(column.key)}
      onKeyDown={ignoreHeldPress}
    >
      {column.label}
      <span aria-hidden="true" className={chosen ? undefined : 'invisible'}>
        {chosen && sort.direction === 'ascending' ? '↑' : '↓'}
      </span>
    </button>
  );
}

/** Rows and columns; below 768 px each row is a card of labels and values. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const {
    columns,
    rowKey,
    caption,
    loading = false,
    skeletonRows = 5,
    emptyText,
    emptyAction,
    sort,
    className,
  } = props;
  const { t } = useTranslation();
  const { shown, pagination } = useOwnPage(props);
  return (
    <div className={className}>
      <div className="table-scroll">
        <table className="table" {...tableRole} aria-busy={loading}>
          <caption className="sr-only">{caption}</caption>
          <thead {...rowgroupRole}>
            <tr {...rowRole}>
              {columns.map((column) => (
                <th
                  key={column.key}
                  {...columnheaderRole}
                  scope="col"
                  className={column.class}
                  aria-sort={sort?.key === column.key ? sort.direction : undefined}
                >
                  <Heading column={column} sort={sort} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...rowgroupRole}>
            {loading ? (
              <SkeletonRows columns={columns} count={skeletonRows} />
            ) : (
              <Rows columns={columns} rows={shown} rowKey={rowKey} />
            )}
            {!loading && shown.length === 0 && (
              <tr {...rowRole}>
                <td {...cellRole} className="table-empty" colSpan={columns.length}>
                  {emptyText ?? t('common.nodata')}
                  {emptyAction && <div className="mt-3">{emptyAction}</div>}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {pagination !== undefined && <Pagination {...pagination} />}
    </div>
  );
}
