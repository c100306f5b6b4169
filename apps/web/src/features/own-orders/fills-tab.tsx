import type { Fill } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Amount } from '#ui/number/amount.tsx';
import type { TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { Price } from './cells.tsx';
import { firstColumns } from './first-columns.tsx';
import { countFilters, type OrderFilter } from './order-filter.ts';
import { fillsQuery } from './order-history.ts';
import { PagedTable } from './paged-table.tsx';
import { type PriceDecimals, usePriceDecimals } from './price-decimals.ts';

/** What is shown of a trade of one's own. */
export function fillColumns(
  t: Translate,
  { decimalsOf, ...options }: { showPair: boolean; decimalsOf: PriceDecimals },
): readonly TableColumn<Fill>[] {
  const right = 'text-right';
  return [
    ...firstColumns(t, options),
    {
      key: 'price',
      label: t('trade.fields.price'),
      class: right,
      formatter: (price, { pair }) => <Price price={price} decimals={decimalsOf(pair)} />,
    },
    {
      key: 'quantity',
      label: t('trade.fields.quantity'),
      class: right,
      formatter: (quantity) => <Amount value={quantity} trimZeros />,
    },
    {
      key: 'total',
      label: t('trade.fields.total'),
      class: right,
      formatter: (total) => <Amount value={total} trimZeros />,
    },
    {
      key: 'fee',
      label: t('trade.orders.fee'),
      class: right,
      formatter: (fee, { fee_coin }) => <Amount value={fee} trimZeros unit={fee_coin} />,
    },
    {
      key: 'role',
      tdClass: 'row-head row-end',
      label: t('trade.orders.role'),
      formatter: (role) => t(`trade.roles.${role}`),
    },
  ];
}

/** One's own trades. */
export function FillsTab({ filter, place }: { filter: OrderFilter; place: ReactNode }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(fillsQuery(filter));
  const decimalsOf = usePriceDecimals();
  return (
    <PagedTable
      caption={t('trade.orders.fills')}
      columns={fillColumns(t, { showPair: filter.pair === null, decimalsOf })}
      rows={query.data?.pages.flatMap(({ results }) => results)}
      rowKey={({ id }) => id}
      emptyText={t(countFilters(filter) > 0 ? 'trade.orders.noneFit' : 'trade.orders.noFills')}
      emptyAction={countFilters(filter) === 0 && place}
      query={query}
    />
  );
}
