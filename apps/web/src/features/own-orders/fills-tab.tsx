import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fillColumns } from './fill-columns.tsx';
import { countFilters, type OrderFilter } from './order-filter.ts';
import { fillsQuery } from './order-history.ts';
import { PagedTable } from './paged-table.tsx';

/** One's own trades. */
export function FillsTab({ filter }: { filter: OrderFilter }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(fillsQuery(filter));
  return (
    <PagedTable
      caption={t('trade.orders.fills')}
      columns={fillColumns(t, { showPair: filter.pair === null })}
      rows={query.data?.pages.flatMap(({ results }) => results)}
      rowKey={({ id }) => id}
      emptyText={t(countFilters(filter) > 0 ? 'trade.orders.noneFit' : 'trade.orders.noFills')}
      query={query}
    />
  );
}
