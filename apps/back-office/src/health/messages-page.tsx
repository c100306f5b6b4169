import { dashboardEndpoints, type UndeliveredMessage } from '@emporion/contracts/rest';
import { inWords } from '#kit/badge.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';

const columns: readonly Column<UndeliveredMessage>[] = [
  { id: 'time', label: 'Time', main: 4, cell: ({ time }) => <Time at={time} /> },
  {
    id: 'channel',
    label: 'By',
    main: 2,
    cell: ({ channel }) => (channel === 'mail' ? 'Mail' : 'Text message'),
  },
  { id: 'recipient', label: 'To', main: 1, cell: ({ recipient }) => recipient },
  { id: 'template', label: 'About', main: 3, cell: ({ template }) => inWords(template) },
  { id: 'attempts', label: 'Attempts', cell: ({ attempts }) => attempts, isNumeric: true },
  { id: 'error', label: 'Refused with', isText: true, main: 5, cell: ({ error }) => error ?? '–' },
];

/** What people were sent and did not get. */
export function MessagesPage() {
  const list = useList(dashboardEndpoints.undelivered, { refreshMs: 30_000 });
  return (
    <>
      <PageHead
        title="Undelivered messages"
        text="Emails and text messages of the last seven days that were not delivered, and why."
      />
      <ListTable
        name="undelivered-messages"
        caption="Undelivered messages"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        emptyText="Everything was delivered."
      />
    </>
  );
}
