import { type AnnouncedTransfer, bankReviewEndpoints } from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Link } from 'react-router';
import { useMay } from '#app/me.ts';
import { amountText } from '#kit/amount-text.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { askRecord } from './ask-record.ts';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'reference', label: 'Reference' },
  {
    kind: 'choice',
    name: 'open',
    label: 'Status',
    options: [['true', 'Nothing has arrived']],
  },
];

const tones = { pending: 'warn', completed: 'good', cancelled: 'plain' } as const;

const columns: readonly Column<AnnouncedTransfer>[] = [
  { id: 'date', label: 'Announced', main: 4, cell: ({ date }) => <Time at={date} /> },
  {
    id: 'user',
    label: 'User',
    main: 1,
    cell: ({ user }) => (
      <Link to={`/users/${user.id}`} className="text-accent hover:underline">
        {user.username}
      </Link>
    ),
  },
  {
    id: 'amount',
    label: 'Amount',
    main: 2,
    cell: ({ amount, currency }) => amountText(amount, currency),
    isNumeric: true,
  },
  { id: 'reference', label: 'Reference', cell: ({ reference }) => reference },
  {
    id: 'status',
    label: 'Status',
    main: 3,
    cell: ({ status }) => <Badge tone={tones[status]}>{inWords(status)}</Badge>,
  },
];

const recordColumn: Column<AnnouncedTransfer> = {
  id: 'record',
  label: 'Action',
  main: 5,
  cell: (announced) =>
    announced.status === 'pending' && (
      <Button size="small" variant="flat" onClick={() => askRecord(announced)}>
        Payment arrived
      </Button>
    ),
};
const columnsWithRecord = [...columns, recordColumn];

/** What users said that they would send. */
export function AnnouncedPage() {
  const may = useMay();
  const { values, query, change } = useFilters(filters);
  const list = useList(bankReviewEndpoints.announced, { query, refreshMs: 15_000 });
  return (
    <>
      <PageHead
        title="Announced transfers"
        text="What users said that they would send by bank. It is credited when its payment is recorded as a bank transfer."
      />
      <ListTable
        name="announced-transfers"
        caption="Announced transfers"
        columns={may('deposits.decide') ? columnsWithRecord : columns}
        list={list}
        filters={<FilterBar name="announced-transfers" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        emptyText="Nobody has announced a transfer."
      />
    </>
  );
}
