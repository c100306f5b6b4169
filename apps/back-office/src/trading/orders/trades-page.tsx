import { type StaffTrade, staffOrderEndpoints } from '@emporion/contracts/rest';
import { Link } from 'react-router';
import { amountText } from '#kit/amount-text.ts';
import { ExactAmount } from '#kit/exact-amount.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { useList } from '#kit/use-list.ts';
import { Holder, Side } from '#trading/holder.tsx';
import { tradeAmountColumns, tradeNumberColumn, tradeTimeColumn } from './trade-columns.tsx';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'user', label: 'User', placeholder: 'Username or id' },
  { kind: 'text', name: 'pair', label: 'Pair', placeholder: 'Pair, such as BTC-USDT' },
  { kind: 'text', name: 'order', label: 'Order', placeholder: 'Number of an order' },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];

function Party({ side }: { side: StaffTrade['maker'] }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 whitespace-nowrap">
      <Holder user={side.user} />
      <Link to={`/trading/orders/${side.order_id}`} className="num text-muted hover:underline">
        {`#${side.order_id}`}
      </Link>
    </span>
  );
}

const columns: readonly Column<StaffTrade>[] = [
  tradeNumberColumn,
  { ...tradeTimeColumn, main: 6 },
  { id: 'pair', label: 'Pair', main: 1, cell: ({ pair }) => pair },
  { id: 'side', label: 'Taker', main: 3, cell: ({ operation }) => <Side side={operation} /> },
  ...tradeAmountColumns,
  { id: 'total', label: 'Total', cell: ({ total }) => <ExactAmount value={total} />, isNumeric: true },
  { id: 'taker', label: 'Taken by', main: 5, cell: ({ taker }) => <Party side={taker} /> },
  { id: 'maker', label: 'Made by', cell: ({ maker }) => <Party side={maker} /> },
  {
    id: 'fees',
    label: 'Fees',
    cell: ({ maker, taker }) =>
      `${amountText(taker.fee, taker.fee_coin)} + ${amountText(maker.fee, maker.fee_coin)}`,
    isHidden: true,
  },
];

export function TradesPage() {
  const { values, query, change } = useFilters(filters);
  const list = useList(staffOrderEndpoints.trades, { query, refreshMs: 30_000 });
  return (
    <>
      <PageHead title="Trades" text="Trades of everybody, the newest first." />
      <ListTable
        name="trades"
        caption="Trades"
        columns={columns}
        list={list}
        filters={<FilterBar name="trades" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        emptyText="No trades fit these filters."
      />
    </>
  );
}
