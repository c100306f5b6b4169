import { type SecurityEventRecord, securityEventEndpoints } from '@emporion/contracts/rest';
import type * as z from 'zod/mini';
import { inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { Identifier } from '#kit/identifier.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';

type SecurityEvent = z.infer<typeof SecurityEventRecord>;

const filters: readonly Filter[] = [
  { kind: 'text', name: 'event', label: 'Event', placeholder: 'Event, such as login_failed' },
  { kind: 'text', name: 'user', label: 'Account', placeholder: 'Id of the account' },
];

function detailsText(details: SecurityEvent['details']): string {
  return Object.entries(details)
    .map(
      ([name, value]) =>
        `${name.replaceAll('_', ' ')}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
    )
    .join(' · ');
}

const columns: readonly Column<SecurityEvent>[] = [
  { id: 'time', label: 'Time', cell: ({ time }) => <Time at={time} /> },
  { id: 'event', label: 'Event', cell: ({ event }) => <b className="font-semibold">{inWords(event)}</b> },
  {
    id: 'user',
    label: 'Account',
    cell: ({ user }) => (user === null ? '–' : <Identifier value={user} to={`/users/${user}`} />),
  },
  {
    id: 'actor',
    label: 'By',
    cell: ({ actor, user }) => {
      if (actor === null) return 'A visitor';
      return actor === user ? 'Its owner' : <Identifier value={actor} to={`/users/${actor}`} />;
    },
  },
  {
    id: 'details',
    label: 'Details',
    cell: ({ details }) => (
      <span
        className="line-clamp-3 max-w-[60ch] whitespace-normal wrap-anywhere"
        title={detailsText(details)}
      >
        {detailsText(details) || '–'}
      </span>
    ),
  },
  { id: 'address', label: 'From where', cell: ({ address }) => address ?? '–' },
  { id: 'device', label: 'Device', cell: ({ device }) => device ?? '–' },
];

export function SecurityEventsPage() {
  const { values, query, change } = useFilters(filters);
  const list = useList(securityEventEndpoints.list, { query });
  return (
    <>
      <PageHead
        title="Security events"
        text="Logins, factors, passwords and devices: what happened to the safety of accounts."
      />
      <ListTable
        name="security-events"
        caption="Security events"
        columns={columns}
        list={list}
        filters={<FilterBar name="security-events" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        emptyText="Nothing happened that fits these filters."
      />
    </>
  );
}
