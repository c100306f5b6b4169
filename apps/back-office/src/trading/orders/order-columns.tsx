import type { StaffOrder } from '@emporion/contracts/rest';
import { Link } from 'react-router';
import { Badge, inWords } from '#kit/badge.tsx';
import { ExactAmount } from '#kit/exact-amount.tsx';
import type { Column } from '#kit/table/column.ts';
import { Time } from '#kit/time.tsx';
import { Holder, Side } from '#trading/holder.tsx';
import { statusTones } from '#trading/words.ts';

/** What every list of orders shows: first who asked for what, where and when. */
export const orderColumns: readonly Column<StaffOrder>[] = [
  {
    id: 'id',
    label: 'No.',
    cell: ({ id }) => (
      <Link to={`/trading/orders/${id}`} className="num text-accent hover:underline">
        {id}
      </Link>
    ),
  },
  { id: 'time', label: 'Placed', cell: ({ time }) => <Time at={time} /> },
  { id: 'user', label: 'User', main: 3, cell: ({ user }) => <Holder user={user} /> },
  { id: 'pair', label: 'Pair', main: 1, cell: ({ pair }) => pair },
  { id: 'side', label: 'Side', main: 5, cell: ({ operation }) => <Side side={operation} /> },
];

export const amountColumns: readonly Column<StaffOrder>[] = [
  {
    id: 'price',
    label: 'Price',
    main: 6,
    cell: ({ price }) => (price === null ? 'Market' : <ExactAmount value={price} />),
    isNumeric: true,
  },
  {
    id: 'quantity',
    label: 'Quantity',
    main: 4,
    cell: ({ quantity }) => <ExactAmount value={quantity} />,
    isNumeric: true,
  },
];

export const orderStatusColumn: Column<StaffOrder> = {
  id: 'status',
  label: 'Status',
  main: 2,
  cell: ({ status }) => <Badge tone={statusTones[status]}>{inWords(status)}</Badge>,
};
