import { type SecurityEventRecord, securityEventEndpoints } from '@emporion/contracts/rest';
import { Link } from 'react-router';
import type * as z from 'zod/mini';
import { inWords } from '#kit/badge.tsx';
import { valueText } from '#kit/changes.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { Identifier } from '#kit/identifier.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { isOfExchange } from './without-person.ts';

type SecurityEvent = z.infer<typeof SecurityEventRecord>;

/** What happens to accounts, in the order of how often somebody asks for it. */
const events = [
  ...['login_succeeded', 'login_failed', 'second_step_failed', 'confirmation_refused', 'codes_guessed'],
  ...['login_disowned', 'session_reuse_detected', 'session_ended', 'other_sessions_ended', 'logged_out'],
  ...['password_changed', 'password_reset_requested', 'password_reset', 'passkey_added', 'passkey_removed'],
  ...['passkey_refused', 'email_change_asked', 'email_changed', 'email_restored', 'email_proved'],
  ...['phone_changed', 'profile_changed', 'anti_phishing_changed', 'account_opened', 'account_frozen'],
  ...['account_thawed', 'saved_address_added', 'saved_address_removed', 'saved_addresses_only_on'],
  ...['saved_addresses_only_off', 'withdrawal_confirmed', 'withdrawal_link_confirmed'],
  ...['withdrawal_link_cancelled', 'transfer_confirmed', 'own_withdrawal_refused', 'own_account_refused'],
];

const filters: readonly Filter[] = [
  { kind: 'text', name: 'user', label: 'Account', placeholder: 'User name or id' },
  {
    kind: 'choice',
    name: 'event',
    label: 'Event',
    options: events.map((event) => [event, inWords(event)] as const),
  },
  {
    kind: 'choice',
    name: 'staff',
    label: 'By staff',
    any: 'Without staff',
    options: [['true', 'With what staff did']],
  },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'Until' },
];

/** Somebody by name, as far as the account still has one. */
function Account({ id, name }: { id: string; name: string | null }) {
  if (name === null) return <Identifier value={id} to={`/users/${id}`} />;
  return (
    <Link to={`/users/${id}`} className="text-accent hover:underline">
      {name}
    </Link>
  );
}

function detailsText(details: SecurityEvent['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueText(name, value)}`)
    .join(' · ');
}

const columns: readonly Column<SecurityEvent>[] = [
  { id: 'time', label: 'Time', main: 2, cell: ({ time }) => <Time at={time} /> },
  {
    id: 'event',
    label: 'Event',
    main: 1,
    cell: ({ event }) => <b className="font-semibold">{inWords(event)}</b>,
  },
  {
    id: 'user',
    label: 'Account',
    main: 3,
    cell: ({ user, username }) => (user === null ? '–' : <Account id={user} name={username} />),
  },
  {
    id: 'actor',
    label: 'By',
    main: 4,
    cell: ({ actor, actor_name, user, event }) => {
      if (actor === null) return isOfExchange(event) ? 'The exchange' : 'A visitor';
      return actor === user ? 'Its owner' : <Account id={actor} name={actor_name} />;
    },
  },
  {
    id: 'details',
    isText: true,
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
        text="Logins, second factors, passwords and devices of all accounts."
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
