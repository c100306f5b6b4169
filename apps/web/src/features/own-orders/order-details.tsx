import type { Fill, Order } from '@emporion/contracts/rest';
import { useEffect, useState } from 'react';
import { call } from '#api/api.ts';
import { orderEndpoints } from '#api/contract/trading.ts';
import { tradingSocket } from '#live/live.ts';
import { AskLink } from '#ui/ask-link.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { Table } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { fillColumns } from './fills-tab.tsx';
import { feesOf, orderLines } from './order-lines.ts';

interface Details {
  readonly order: Order;
  /** Undefined until they are here, null when they could not be read. */
  readonly fills: readonly Fill[] | null | undefined;
}

/** The dialog stands outside the page's cache, so it reads for itself, and again when the order trades. */
function useDetails(first: Order): Details {
  const [details, setDetails] = useState<Details>({ order: first, fills: undefined });
  useEffect(() => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const answer = await call(orderEndpoints.read, { params: { id: first.id }, signal: stop.signal });
      if (stop.signal.aborted) return;
      setDetails((before) => (answer.ok ? answer.value : { ...before, fills: before.fills ?? null }));
    };
    void read();
    const stopDeals = tradingSocket.on('deals', () => void read());
    return () => {
      stopDeals();
      stop.abort();
    };
  }, [first]);
  return details;
}

/** What the fills came to, where there is more than one. */
function Sums({ fills }: { fills: readonly Fill[] }) {
  const { t } = useTranslation();
  if (fills.length < 2) return null;
  const fees = [...feesOf(fills)].map(([coin, fee]) => `${formatNumber(fee, { trimZeros: true })} ${coin}`);
  return (
    <p className="num text-right text-muted">
      {t('trade.orders.fillSums', { count: fills.length, fees: fees.join(' + ') })}
    </p>
  );
}

export function OrderDetails({ order: first }: { order: Order }) {
  const { t, i18n } = useTranslation();
  const { order, fills } = useDetails(first);
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {orderLines(order, { t, language: i18n.language }).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="num text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <Table
        className="orders-table"
        caption={t('trade.orders.fills')}
        columns={fillColumns(t, { showPair: false, decimalsOf: () => undefined })}
        rows={fills ?? []}
        rowKey={({ id }) => id}
        loading={fills === undefined}
        skeletonRows={2}
        emptyText={fills === null ? t('trade.orders.unread') : t('trade.orders.noFills')}
      />
      <Sums fills={fills ?? []} />
      <AskLink about={`order:${order.id}`} text={t('trade.orders.ask')} />
    </div>
  );
}
