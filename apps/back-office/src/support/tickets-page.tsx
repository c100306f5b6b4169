import {
  type DeskListedTicket,
  ticketCategories,
  ticketDeskEndpoints,
  ticketPriorities,
  ticketStates,
} from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Link, useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { askExport } from '#kit/ask-export.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Age, Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { useLiveDesk } from './use-live-desk.ts';
import { priorityTones, stateTones, stateWords } from './words.ts';

const inOptions = (names: readonly string[]) => names.map((name) => [name, inWords(name)] as const);

const filters: readonly Filter[] = [
  { kind: 'text', name: 'search', label: 'Number or subject' },
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    options: [
      ['waiting', 'Waits for us'],
      ...ticketStates.map((state) => [state, stateWords[state]] as const),
    ],
  },
  { kind: 'choice', name: 'priority', label: 'Priority', options: inOptions(ticketPriorities) },
  { kind: 'text', name: 'user', label: 'Id of a user', isRare: true },
  { kind: 'choice', name: 'category', label: 'Topic', options: inOptions(ticketCategories) },
  {
    kind: 'choice',
    name: 'assignee',
    label: 'Taken by',
    options: [
      ['me', 'Me'],
      ['nobody', 'Nobody'],
    ],
  },
  {
    ...{ kind: 'choice', name: 'escalated', label: 'Escalated' },
    options: [
      ['true', 'Yes'],
      ['false', 'No'],
    ],
  },
  {
    ...{ kind: 'choice', name: 'order', label: 'Order', any: 'Priority, then longest wait' },
    options: [
      ['age', 'Longest wait'],
      ['changed', 'Latest change'],
    ],
  },
];

const columns: readonly Column<DeskListedTicket>[] = [
  {
    id: 'number',
    label: 'Ticket',
    cell: ({ id, number }) => (
      <Link
        to={`/tickets/${id}`}
        className="num whitespace-nowrap text-accent hover:underline"
      >{`#${number}`}</Link>
    ),
  },
  {
    id: 'subject',
    label: 'Subject',
    cell: ({ subject }) => (
      <span className="block max-w-[42vw] truncate sm:max-w-[36rem]" title={subject}>
        {subject}
      </span>
    ),
  },
  {
    id: 'priority',
    label: 'Priority',
    cell: ({ priority, escalated }) => (
      <span className="inline-flex gap-1">
        <Badge tone={priorityTones[priority]}>{inWords(priority)}</Badge>
        {escalated && <Badge tone="bad">Escalated</Badge>}
      </span>
    ),
  },
  { id: 'waits', label: 'Waits', cell: ({ waiting_since }) => <Age since={waiting_since} /> },
  {
    id: 'state',
    label: 'State',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>,
  },
  { id: 'category', label: 'Topic', cell: ({ category }) => inWords(category) },
  { id: 'assignee', label: 'Taken by', cell: ({ assignee }) => assignee?.username ?? '–' },
  {
    id: 'user',
    label: 'From',
    cell: ({ user }) =>
      user === null ? (
        'Visitor'
      ) : (
        <Link to={`/users/${user.id}`} className="text-accent hover:underline">
          {user.username}
        </Link>
      ),
  },
  { id: 'changed', label: 'Changed', cell: ({ changed }) => <Time at={changed} />, isHidden: true },
  { id: 'created', label: 'Opened', cell: ({ created }) => <Time at={created} />, isHidden: true },
];

/** The queue: who waits for us, the most urgent and the longest first. */
export function TicketsPage() {
  const navigate = useNavigate();
  const may = useMay();
  useLiveDesk();
  const { values, query, change } = useFilters(filters);
  const list = useList(ticketDeskEndpoints.list, { query, refreshMs: 60_000 });
  return (
    <>
      <PageHead
        title="Tickets"
        text="Questions from users. Those waiting for an answer come first."
        actions={
          may('tickets.export') && (
            <Button color="black" onClick={() => askExport('tickets', ticketDeskEndpoints.export, query)}>
              Download
            </Button>
          )
        }
      />
      <ListTable
        name="tickets"
        caption="Tickets"
        columns={columns}
        list={list}
        filters={<FilterBar name="tickets" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        onOpen={({ id }) => navigate(`/tickets/${id}`)}
        emptyText="No tickets fit."
      />
    </>
  );
}
