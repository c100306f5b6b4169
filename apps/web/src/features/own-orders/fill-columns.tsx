import type { Fill } from '@emporion/contracts/rest';
import type { TFunction } from 'i18next';
import { Amount } from '#ui/number/amount.tsx';
import type { TableColumn } from '#ui/table/table.tsx';
import { firstColumns } from './first-columns.tsx';

/** What is shown of a trade of one's own. */
export function fillColumns(t: TFunction, options: { showPair: boolean }): readonly TableColumn<Fill>[] {
  const right = 'text-right';
  return [
    ...firstColumns(t, options),
    {
      key: 'price',
      label: t('trade.fields.price'),
      class: right,
      formatter: (price) => <Amount value={price} trimZeros />,
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
