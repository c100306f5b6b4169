import type { Fill, Order } from '@emporion/contracts/rest';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#api/api.ts';
import { orderEndpoints } from '#api/contract/trading.ts';
import { showModal } from '#ui/modal/modal-store.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { fillColumns } from './fill-columns.tsx';
import { kindOf } from './order-kind.ts';

interface Details {
  readonly order: Order;
  /** Undefined until they are here, null when they could not be read. */
  readonly fills: readonly Fill[] | null | undefined;
}

/** The dialog stands outside the page's cache, so it reads for itself. */
function useDetails(first: Order): Details {
  const [details, setDetails] = useState<Details>({ order: first, fills: undefined });
  useEffect(() => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const answer = await call(orderEndpoints.read, { params: { id: first.id }, signal: stop.signal });
      if (stop.signal.aborted) return;
      setDetails(answer.ok ? answer.value : { order: first, fills: null });
    };
    void read();
    return () => stop.abort();
  }, [first]);
  return details;
}

const prices = ['price', 'stop_price', 'trail', 'min_price', 'max_price', 'average_price'] as const;

function linesOf(order: Order, t: TFunction): readonly [string, string][] {
  const [base = '', quote = ''] = order.pair.split('-');
  const shown = (value: string, coin: string) => `${formatNumber(value, { trimZeros: true })} ${coin}`;
  const priced = prices.flatMap((field): [string, string][] => {
    const price = order[field];
    return price === null ? [] : [[t(`trade.fields.${field}`), shown(price, quote)]];
  });
  return [
    [t('trade.orders.id'), order.id],
    [t('trade.orders.kind'), t(`trade.kinds.${kindOf(order)}`)],
    [t('trade.orders.side'), t(`trade.side.${order.operation}`)],
    [t('trade.orders.status'), t(`trade.status.${order.status}`)],
    ...priced,
    [t('trade.fields.quantity'), shown(order.quantity, base)],
    [t('trade.orders.filled'), shown(order.filled, base)],
    [t('trade.fields.total'), shown(order.total, quote)],
    [t('trade.orders.fee'), shown(order.fee, order.fee_coin)],
    [t('trade.fields.time_in_force'), t(`trade.times.${order.time_in_force}`)],
  ];
}

function DetailsContent({ order: first }: { order: Order }) {
  const { t } = useTranslation();
  const { order, fills } = useDetails(first);
  const columns: readonly TableColumn<Fill>[] = fillColumns(t, { showPair: false });
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {linesOf(order, t).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="num text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <Table
        caption={t('trade.orders.fills')}
        columns={columns}
        rows={fills ?? []}
        rowKey={({ id }) => id}
        loading={fills === undefined}
        skeletonRows={2}
        emptyText={fills === null ? t('trade.orders.unread') : t('trade.orders.noFills')}
      />
    </div>
  );
}

/** Everything about one order, with what it traded. */
export function showOrder(order: Order, t: TFunction): void {
  showModal(DetailsContent, { order }, { title: t('trade.orders.title', { pair: order.pair }), size: 'lg' });
}
