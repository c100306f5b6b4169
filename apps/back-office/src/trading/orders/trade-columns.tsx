import type { StaffTrade } from '@emporion/contracts/rest';
import { ExactAmount } from '#kit/exact-amount.tsx';
import type { Column } from '#kit/table/column.ts';
import { Time } from '#kit/time.tsx';

/** What every list of trades shows, whether of everybody or of one order. */
export const tradeNumberColumn: Column<StaffTrade> = {
  id: 'id',
  label: 'No.',
  cell: ({ id }) => <span className="num">{id}</span>,
};

export const tradeTimeColumn: Column<StaffTrade> = {
  id: 'time',
  label: 'Time',
  cell: ({ time }) => <Time at={time} />,
};

export const tradeAmountColumns: readonly Column<StaffTrade>[] = [
  {
    id: 'price',
    label: 'Price',
    main: 2,
    cell: ({ price }) => <ExactAmount value={price} />,
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
