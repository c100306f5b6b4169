import type { Order } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import type { TableColumn } from '#ui/table/table.tsx';
import { MomentCell, SideCell } from './cells.tsx';

interface FirstColumnsOptions {
  showPair: boolean;
  /** What the moment is called where a card of the row has to say which one it is. */
  moment?: string;
}

/** What every list of orders and trades begins with: when, where and which side. */
export function firstColumns(
  t: Translate,
  { showPair, moment }: FirstColumnsOptions,
): readonly TableColumn<Pick<Order, 'time' | 'pair' | 'operation'>>[] {
  const tdClass = 'row-head';
  return [
    {
      key: 'time',
      tdClass: 'row-late',
      showLabelInShrinkedView: moment !== undefined,
      label: moment ?? t('trade.orders.time'),
      formatter: (time) => <MomentCell moment={time} />,
    },
    ...(showPair ? [{ key: 'pair', tdClass, label: t('trade.orders.pair') } as const] : []),
    {
      key: 'operation',
      tdClass,
      label: t('trade.orders.side'),
      formatter: (side) => <SideCell side={side} />,
    },
  ];
}
