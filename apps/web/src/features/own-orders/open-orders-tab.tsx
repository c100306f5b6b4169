import type { Order } from '@emporion/contracts/rest';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTradingConnection } from '#live/connection-state.ts';
import { cancelOrder } from '#orders/change-order.ts';
import { type AmendedField, amendedFields, isSending } from '#orders/model/order-kind.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useOnline } from '#ui/state/online.ts';
import { Spinner } from '#ui/state/spinner.tsx';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { AmendButtons, AmendFields } from './amend-cells.tsx';
import {
  Distance,
  FilledCell,
  KindAndStop,
  PriceCell,
  QuantityCell,
  RemainingCell,
  TotalCell,
} from './cells.tsx';
import { DetailsButton } from './details-button.tsx';
import { firstColumns } from './first-columns.tsx';
import { actionName } from './order-name.ts';
import { usePriceDecimals } from './price-decimals.ts';
import { type Amending, useAmending } from './use-amending.ts';

/** A new order stands above the six that were there before; the others are on the pages after. */
const pageSize = 7;

/** Begins the change of an order. Of one that its owner may not change it says why, at the pointer and when it is pressed. */
function AmendButton({ order, amending, lost }: { order: Order; amending: Amending; lost: boolean }) {
  const { t } = useTranslation();
  const fixed = amendedFields(order).length === 0;
  const why = t(order.linked_to === null ? 'trade.orders.fixed.other' : 'trade.orders.fixed.linked');
  return (
    <IconButton
      icon="pencil"
      iconSize={14}
      label={actionName(t('trade.orders.amend'), order, t)}
      title={fixed ? why : t(lost ? 'trade.orders.lost' : 'trade.orders.amend')}
      autoFocus={amending.lastId === order.id}
      aria-disabled={fixed}
      onClick={() => (fixed ? showToast({ type: 'info', title: why }) : amending.begin(order))}
    />
  );
}

/** An order that ends takes its row away: whoever was there with the keyboard is on the tab of the list then, and not at the top of the page. */
function useFocusLeftToTab() {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    return () => {
      if (!ref.current?.contains(document.activeElement)) return;
      const tab = ref.current.closest('[role="tabpanel"]')?.getAttribute('aria-labelledby');
      if (tab) document.getElementById(tab)?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}

function RowActions({ order, amending }: { order: Order; amending: Amending }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const ref = useFocusLeftToTab();
  const online = useOnline();
  // Only the live data may be away: a press is still tried, and says what became of it.
  const lost = useTradingConnection() === 'reconnecting' || !online;
  const cancel = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await cancelOrder(order.id, t);
    setBusy(false);
  };
  if (isSending(order)) {
    return (
      <span className="flex items-center justify-end gap-2 text-muted">
        <Spinner size={14} />
        {t('trade.orders.sending')}
      </span>
    );
  }
  return (
    <span ref={ref} className={classNames('flex justify-end', lost && 'opacity-40')}>
      <AmendButton order={order} amending={amending} lost={lost} />
      <DetailsButton order={order} />
      <IconButton
        icon="x"
        iconSize={16}
        label={actionName(t('trade.orders.cancel'), order, t)}
        title={t(lost ? 'trade.orders.lost' : 'trade.orders.cancel')}
        aria-disabled={busy}
        onClick={() => void cancel()}
      />
    </span>
  );
}

const pricedFields: readonly AmendedField[] = ['price', 'limit_price', 'percent', 'min_price', 'max_price'];

function useColumns(amending: Amending, showPair: boolean): readonly TableColumn<Order>[] {
  const { t } = useTranslation();
  const decimalsOf = usePriceDecimals();
  const right = 'text-right';
  /** A figure, or the fields to change it while its order is being changed. */
  const changeable = (order: Order, fields: readonly AmendedField[], figure: ReactNode): ReactNode =>
    amending.id === order.id && amendedFields(order).some((field) => fields.includes(field)) ? (
      <AmendFields order={order} amending={amending} fields={fields} />
    ) : (
      figure
    );
  return [
    ...firstColumns(t, { showPair }),
    {
      key: 'type',
      tdClass: 'row-head',
      label: t('trade.orders.kind'),
      formatter: (_, order) =>
        changeable(order, ['stop_price'], <KindAndStop order={order} decimals={decimalsOf(order.pair)} />),
    },
    {
      key: 'price',
      label: t('trade.fields.price'),
      class: right,
      formatter: (price, order) =>
        changeable(
          order,
          pricedFields,
          <span className="price-and-distance">
            <PriceCell price={price} decimals={decimalsOf(order.pair)} />
            <Distance order={order} />
          </span>,
        ),
    },
    {
      key: 'quantity',
      label: t('trade.fields.quantity'),
      class: right,
      formatter: (_, order) => changeable(order, ['quantity'], <QuantityCell order={order} />),
    },
    {
      key: 'filled',
      label: t('trade.orders.filled'),
      class: right,
      formatter: (_, order) => <FilledCell order={order} />,
    },
    {
      key: 'remaining',
      tdClass: 'column-spare',
      label: t('trade.orders.remaining'),
      class: right,
      formatter: (_, order) => <RemainingCell order={order} />,
    },
    {
      key: 'total',
      tdClass: 'column-spare',
      label: t('trade.fields.total'),
      class: right,
      formatter: (_, order) => <TotalCell order={order} />,
    },
    {
      key: 'row:actions',
      tdClass: 'row-head row-end',
      label: t('trade.orders.actions'),
      class: right,
      showLabelInShrinkedView: false,
      formatter: (_, order) =>
        amending.id === order.id ? (
          <AmendButtons order={order} amending={amending} />
        ) : (
          <RowActions order={order} amending={amending} />
        ),
    },
  ];
}

interface OpenOrdersTabProps {
  orders: readonly Order[];
  loading: boolean;
  showPair: boolean;
  filtered: boolean;
  /** Leads to an order. */
  place: ReactNode;
}

/** What waits in the book or for its stop price. It changes by itself. */
export function OpenOrdersTab({ orders, loading, showPair, filtered, place }: OpenOrdersTabProps) {
  const { t } = useTranslation();
  return (
    <Table
      className="orders-table"
      caption={t('trade.orders.open')}
      columns={useColumns(useAmending(), showPair)}
      rows={orders}
      rowKey={({ id }) => id}
      loading={loading}
      skeletonRows={2}
      pageSize={pageSize}
      emptyText={filtered ? t('trade.orders.noneFit') : t('trade.orders.noneOpen')}
      emptyAction={!filtered && place}
    />
  );
}
