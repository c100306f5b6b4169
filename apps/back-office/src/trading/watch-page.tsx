import { type StaffOrder, staffOrderEndpoints } from '@emporion/contracts/rest';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { useList } from '#kit/use-list.ts';
import { amountColumns, orderColumns, orderStatusColumn } from './orders/order-columns.tsx';

const usualWorth = '100000';
const usualDays = '7';
const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'days',
    label: 'Days',
    any: 'The last 7 days',
    options: [
      ['1', 'The last day'],
      ['30', 'The last 30 days'],
    ],
  },
  {
    kind: 'text',
    name: 'worth',
    label: 'Worth, in USDT',
    placeholder: `Worth at least, usually ${usualWorth} USDT`,
  },
  { kind: 'text', name: 'pair', label: 'Pair', placeholder: 'Pair, such as BTC-USDT' },
];

/** What an order is or was worth, as far as its price says so. */
function worth({ price, quantity, total, pair }: StaffOrder): string {
  const asked = price === null ? 0 : Number(price) * Number(quantity);
  return `${Math.max(asked, Number(total)).toLocaleString('en', { maximumFractionDigits: 0 })} ${pair.split('-')[1]}`;
}

const columns: readonly Column<StaffOrder>[] = [
  ...orderColumns,
  ...amountColumns,
  { id: 'worth', label: 'About', cell: worth, isNumeric: true },
  orderStatusColumn,
];

function Watched({
  name,
  title,
  query,
  emptyText,
}: {
  name: string;
  title: string;
  query: Readonly<Record<string, string | undefined>>;
  emptyText: string;
}) {
  const navigate = useNavigate();
  const list = useList(staffOrderEndpoints.list, { query, refreshMs: 60_000 });
  return (
    <section>
      <h2 className="pb-2 text-base font-semibold">{title}</h2>
      <ListTable
        name={name}
        caption={title}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate(`/trading/orders/${id}`)}
        emptyText={emptyText}
      />
    </section>
  );
}

export function WatchPage() {
  const { values, change } = useFilters(filters);
  const days = Number(values.days ?? usualDays);
  const from = useMemo(() => new Date(Date.now() - days * 86_400_000).toISOString(), [days]);
  const { pair } = values;
  return (
    <>
      <PageHead
        title="Watch lists"
        text="Orders of the last 7 days worth a look: large ones, and those stopped because a user would have traded with themselves."
      />
      <FilterBar name="watch" filters={filters} values={values} onChange={change} />
      <Watched
        name="self-trades"
        title="Self-trades that were prevented"
        query={{ ended_by: 'self_trade', from, pair }}
        emptyText="Nobody met their own order."
      />
      <Watched
        name="large-orders"
        title="Large orders"
        query={{ worth_min: values.worth ?? usualWorth, from, pair }}
        emptyText="No order was so large."
      />
    </>
  );
}
