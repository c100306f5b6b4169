import type { Order } from '@emporion/contracts/rest';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { AmendRow } from './amend-row.tsx';
import { FilledCell, KindCell, MomentCell, OptionalPrice, PriceCell, SideCell } from './cells.tsx';
import { cancelOrder } from './change-order.ts';
import { showOrder } from './order-details.tsx';
import { amendedFields } from './order-kind.ts';

interface Actions {
  readonly amending: string | null;
  amend(id: string | null): void;
}

function RowActions({ order, actions }: { order: Order; actions: Actions }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const cancel = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await cancelOrder(order.id, t);
    setBusy(false);
  };
  return (
    <span className="flex justify-end">
      {amendedFields(order).length > 0 && (
        <IconButton
          icon="pencil"
          iconSize={14}
          label={t('trade.orders.amend')}
          aria-expanded={actions.amending === order.id}
          onClick={() => actions.amend(actions.amending === order.id ? null : order.id)}
        />
      )}
      <IconButton
        icon="info"
        iconSize={14}
        label={t('trade.orders.details')}
        onClick={() => showOrder(order, t)}
      />
      <IconButton
        icon="x"
        iconSize={16}
        label={t('trade.orders.cancel')}
        aria-disabled={busy}
        onClick={() => void cancel()}
      />
    </span>
  );
}

function useColumns(actions: Actions, showPair: boolean): readonly TableColumn<Order>[] {
  const { t } = useTranslation();
  const right = 'text-right';
  const columns: readonly TableColumn<Order>[] = [
    { key: 'time', label: t('trade.orders.time'), formatter: (time) => <MomentCell moment={time} /> },
    ...(showPair ? [{ key: 'pair', label: t('trade.orders.pair') } as const] : []),
    { key: 'operation', label: t('trade.orders.side'), formatter: (side) => <SideCell side={side} /> },
    { key: 'type', label: t('trade.orders.kind'), formatter: (_, order) => <KindCell order={order} /> },
    {
      key: 'price',
      label: t('trade.fields.price'),
      class: right,
      formatter: (price) => <PriceCell price={price} />,
    },
    {
      key: 'stop_price',
      label: t('trade.orders.stop'),
      class: right,
      formatter: (price) => <OptionalPrice price={price} />,
    },
    {
      key: 'quantity',
      label: t('trade.fields.quantity'),
      class: right,
      formatter: (quantity, { budget }) => <OptionalPrice price={budget === null ? quantity : null} />,
    },
    {
      key: 'filled',
      label: t('trade.orders.filled'),
      class: right,
      formatter: (_, order) => <FilledCell order={order} />,
    },
    {
      key: 'row:actions',
      label: t('trade.orders.actions'),
      class: right,
      showLabelInShrinkedView: false,
      formatter: (_, order) =>
        actions.amending === order.id ? (
          <AmendRow order={order} done={() => actions.amend(null)} />
        ) : (
          <RowActions order={order} actions={actions} />
        ),
    },
  ];
  return columns;
}

interface OpenOrdersTabProps {
  orders: readonly Order[];
  loading: boolean;
  showPair: boolean;
}

/** What waits in the book or for its stop price. It changes by itself. */
export function OpenOrdersTab({ orders, loading, showPair }: OpenOrdersTabProps) {
  const { t } = useTranslation();
  const [amending, setAmending] = useState<string | null>(null);
  return (
    <Table
      caption={t('trade.orders.open')}
      columns={useColumns({ amending, amend: setAmending }, showPair)}
      rows={orders}
      rowKey={({ id }) => id}
      loading={loading}
      skeletonRows={2}
      emptyText={t('trade.orders.noneOpen')}
    />
  );
}
