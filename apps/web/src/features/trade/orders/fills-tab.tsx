import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fillsQuery } from '../api/queries.ts';
import { fillColumns } from './fill-columns.tsx';
import { PagedTable } from './paged-table.tsx';

/** One's own trades; `pair` null means of all pairs. */
export function FillsTab({ pair }: { pair: string | null }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(fillsQuery(pair));
  return (
    <PagedTable
      caption={t('trade.orders.fills')}
      columns={fillColumns(t, { showPair: pair === null })}
      rows={query.data?.pages.flatMap(({ results }) => results)}
      rowKey={({ id }) => id}
      emptyText={t('trade.orders.noFills')}
      query={query}
    />
  );
}
