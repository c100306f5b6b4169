import type { ReactNode } from 'react';
import { Button } from '#ui/button/button.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

interface Pages {
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
  refetch(): unknown;
}

interface PagedTableProps<Row extends object> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined until the first page is here. */
  rows: readonly Row[] | undefined;
  rowKey(row: Row): string;
  emptyText: string;
  emptyAction?: ReactNode;
  query: Pages;
}

/** A list that is read page by page, each from the last row seen, so that rows added meanwhile shift nothing. */
export function PagedTable<Row extends object>(props: PagedTableProps<Row>) {
  const { caption, columns, rows, rowKey, emptyText, emptyAction, query } = props;
  const { t } = useTranslation();
  if (query.isError && rows === undefined) {
    return (
      <ErrorState
        title={t('trade.orders.unread')}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <>
      <Table
        className="orders-table"
        caption={caption}
        columns={columns}
        rows={rows ?? []}
        rowKey={rowKey}
        loading={rows === undefined}
        skeletonRows={3}
        emptyText={emptyText}
        emptyAction={emptyAction}
      />
      {query.hasNextPage && (
        <div className="flex justify-center p-2">
          <Button
            size="small"
            variant="flat"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('trade.orders.older')}
          </Button>
        </div>
      )}
    </>
  );
}
