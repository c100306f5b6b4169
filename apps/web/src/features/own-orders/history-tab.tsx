import type { Order } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { FilledCell, KindAndStop, OptionalPrice, PriceCell, QuantityCell, StatusCell } from './cells.tsx';
import { DetailsButton } from './details-button.tsx';
import { firstColumns } from './first-columns.tsx';
import { countFilters, type OrderFilter } from './order-filter.ts';
import { orderHistoryQuery } from './order-history.ts';
import { PagedTable } from './paged-table.tsx';
import { type PriceDecimals, usePriceDecimals } from './price-decimals.ts';

function columnsOf(
  t: Translate,
  { showPair, decimalsOf }: { showPair: boolean; decimalsOf: PriceDecimals },
): readonly TableColumn<Order>[] {
  const right = 'text-right';
  return [
    ...firstColumns(t, { showPair, moment: `${t('trade.orders.placed')} ↓` }),
    {
      key: 'type',
      tdClass: 'row-head',
      label: t('trade.orders.kind'),
      formatter: (_, order) => <KindAndStop order={order} decimals={decimalsOf(order.pair)} />,
    },
    {
      key: 'status',
      tdClass: 'row-head',
      label: t('trade.orders.status'),
      formatter: (_, order) => <StatusCell order={order} />,
    },
    {
      key: 'price',
      label: t('trade.fields.price'),
      class: right,
      formatter: (price, { pair }) => <PriceCell price={price} decimals={decimalsOf(pair)} />,
    },
    {
      key: 'average_price',
      label: t('trade.orders.average'),
      class: right,
      formatter: (price, { pair }) => <OptionalPrice price={price} decimals={decimalsOf(pair)} />,
    },
    {
      key: 'quantity',
      label: t('trade.fields.quantity'),
      class: right,
      formatter: (_, order) => <QuantityCell order={order} />,
    },
    {
      key: 'filled',
      label: t('trade.orders.filled'),
      class: right,
      formatter: (_, order) => <FilledCell order={order} />,
    },
    {
      key: 'row:details',
      tdClass: 'row-head row-end',
      label: t('trade.orders.actions'),
      class: right,
      showLabelInShrinkedView: false,
      formatter: (_, order) => <DetailsButton order={order} />,
    },
  ];
}

export function HistoryTab({ filter, place }: { filter: OrderFilter; place: ReactNode }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(orderHistoryQuery(filter));
  const decimalsOf = usePriceDecimals();
  return (
    <PagedTable
      caption={t('trade.orders.history')}
      columns={columnsOf(t, { showPair: filter.pair === null, decimalsOf })}
      rows={query.data?.pages.flatMap(({ results }) => results)}
      rowKey={({ id }) => id}
      emptyText={t(countFilters(filter) > 0 ? 'trade.orders.noneFit' : 'trade.orders.noneClosed')}
      emptyAction={countFilters(filter) === 0 && place}
      query={query}
    />
  );
}
