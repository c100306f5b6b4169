import { type StaffOrder, staffOrderEndpoints, staffOrderStatuses } from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { inWords } from '#kit/badge.tsx';
import { ExactAmount } from '#kit/exact-amount.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { useList } from '#kit/use-list.ts';
import { typeName, typeOptions } from '#trading/words.ts';
import { askCancelOfUser, askCancelOrder } from './cancel.ts';
import { amountColumns, orderColumns, orderStatusColumn } from './order-columns.tsx';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'user', label: 'User', placeholder: 'Username or id' },
  { kind: 'text', name: 'pair', label: 'Pair', placeholder: 'Pair, such as BTC-USDT' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: staffOrderStatuses.map((status) => [status, inWords(status)] as const),
  },
  {
    kind: 'choice',
    name: 'operation',
    label: 'Side',
    options: [
      ['buy', 'Buy'],
      ['sell', 'Sell'],
    ],
  },
  { kind: 'choice', name: 'type', label: 'Type', options: typeOptions },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];

const columns: readonly Column<StaffOrder>[] = [
  ...orderColumns,
  { id: 'type', label: 'Type', cell: ({ type }) => typeName(type) },
  ...amountColumns,
  { id: 'filled', label: 'Filled', cell: ({ filled }) => <ExactAmount value={filled} />, isNumeric: true },
  {
    id: 'stop',
    label: 'Stop price',
    cell: ({ stop_price }) => (stop_price === null ? '–' : <ExactAmount value={stop_price} />),
    isNumeric: true,
    isHidden: true,
  },
  {
    id: 'total',
    label: 'Total',
    cell: ({ total }) => <ExactAmount value={total} />,
    isNumeric: true,
    isHidden: true,
  },
  orderStatusColumn,
  {
    id: 'reason',
    label: 'Why closed',
    cell: ({ reason }) => (reason === null ? '–' : inWords(reason)),
    isHidden: true,
  },
  {
    id: 'client',
    label: 'Client id',
    cell: ({ client_order_id }) => client_order_id ?? '–',
    isHidden: true,
  },
];

const cancelColumn: Column<StaffOrder> = {
  id: 'cancel',
  label: 'Action',
  cell: ({ id, status }) =>
    (status === 'open' || status === 'pending') && (
      <Button size="small" variant="flat" color="red" onClick={() => askCancelOrder(id)}>
        Cancel
      </Button>
    ),
};
const withCancel = [...columns, cancelColumn];

export function OrdersPage() {
  const navigate = useNavigate();
  const may = useMay();
  const { values, query, change } = useFilters(filters);
  const list = useList(staffOrderEndpoints.list, { query, refreshMs: 30_000 });
  const mayCancel = may('orders.cancel');
  const holder = values.user === undefined ? undefined : list.rows[0]?.user;
  return (
    <>
      <PageHead
        title="Orders"
        text="Orders of everybody, the newest first."
        actions={
          mayCancel &&
          holder !== undefined && (
            <Button color="red" onClick={() => askCancelOfUser(holder)}>
              {`Cancel all of ${holder.username ?? 'this user'}`}
            </Button>
          )
        }
      />
      <ListTable
        name="orders"
        caption="Orders"
        columns={mayCancel ? withCancel : columns}
        list={list}
        filters={<FilterBar name="orders" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate(`/trading/orders/${id}`)}
        emptyText="No orders fit these filters."
      />
    </>
  );
}
