import {
  kycStatuses,
  type ListedUser,
  staffRoles,
  userAdminEndpoints,
  userStatuses,
} from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Link, useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { askExport } from '#kit/ask-export.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { Identifier } from '#kit/identifier.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time, timeText } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { roleNames } from '#staff/role-names.ts';
import { askCreation } from './list-actions.ts';
import { kycTones, nameOf, statusTones } from './words.ts';

const yesOrNo = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

const filters: readonly Filter[] = [
  {
    kind: 'text',
    name: 'search',
    label: 'Search',
    placeholder: 'Email, name, phone, ID, address or transaction',
  },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: userStatuses.map((status) => [status, inWords(status)] as const),
  },
  {
    kind: 'choice',
    name: 'kyc',
    label: 'Verification',
    options: kycStatuses.map((status) => [status, inWords(status)] as const),
  },
  { kind: 'choice', name: 'second_factor', label: 'Two-factor', options: yesOrNo },
  {
    kind: 'choice',
    name: 'restriction',
    label: 'Restricted',
    options: [
      ['any', 'In any way'],
      ['payouts_frozen', 'Payouts frozen'],
      ['withdrawals', 'No withdrawals'],
      ['trading', 'No trading'],
      ['owner', 'Frozen by owner'],
      ['none', 'Not at all'],
    ],
  },
  {
    kind: 'choice',
    name: 'order',
    label: 'Sort',
    any: 'Newest first',
    options: [['last_login', 'Last login first']],
  },
  { kind: 'choice', name: 'flagged', label: 'Flagged', options: yesOrNo, isRare: true },
  { kind: 'text', name: 'label', label: 'Label', placeholder: 'Label', isRare: true },
  { kind: 'text', name: 'country', label: 'Country', placeholder: 'Country, such as PT', isRare: true },
  {
    kind: 'choice',
    name: 'role',
    label: 'Role',
    isRare: true,
    options: [['any', 'Any role'], ...staffRoles.map((role) => [role, roleNames[role]] as const)],
  },
  { kind: 'day', name: 'registered_from', label: 'Registered from', isRare: true },
  { kind: 'day', name: 'registered_to', label: 'Registered before', isRare: true },
  { kind: 'day', name: 'login_from', label: 'Last login from', isRare: true },
  { kind: 'day', name: 'login_to', label: 'Last login before', isRare: true },
];

function Restrictions({ user }: { user: ListedUser }) {
  const off = [
    ...(user.trading_enabled ? [] : ['No trading']),
    ...(user.withdrawal_enabled ? [] : ['No withdrawals']),
    ...(user.frozen_by_owner ? ['Frozen by owner'] : []),
    ...(user.payouts_frozen_until === null
      ? []
      : [`No payouts until ${timeText(user.payouts_frozen_until).slice(0, 10)}`]),
  ];
  if (off.length === 0) return '–';
  return (
    <span className="inline-flex flex-wrap gap-1">
      {off.map((text) => (
        <Badge key={text} tone="warn">
          {text}
        </Badge>
      ))}
    </span>
  );
}

const columns: readonly Column<ListedUser>[] = [
  {
    id: 'name',
    label: 'User',
    isText: true,
    cell: (user) => (
      <Link to={`/users/${user.id}`} className="font-semibold hover:underline">
        {nameOf(user)}
      </Link>
    ),
  },
  { id: 'email', label: 'Email', cell: ({ email }) => email },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status, flagged }) => (
      <span className="inline-flex gap-1">
        <Badge tone={statusTones[status]}>{inWords(status)}</Badge>
        {flagged && <Badge tone="bad">Flagged</Badge>}
      </span>
    ),
  },
  {
    id: 'kyc',
    label: 'Verification',
    cell: ({ kyc_status }) => <Badge tone={kycTones[kyc_status]}>{inWords(kyc_status)}</Badge>,
  },
  { id: 'restrictions', label: 'Restrictions', cell: (user) => <Restrictions user={user} /> },
  { id: 'registered', label: 'Registered', cell: ({ registered }) => <Time at={registered} /> },
  { id: 'login', label: 'Last login', cell: ({ last_login }) => <Time at={last_login} /> },
  {
    id: 'factor',
    label: 'Two-factor',
    cell: ({ second_factor, roles }) => (second_factor ? 'On' : roles.length > 0 ? 'Email codes' : 'Off'),
  },
  { id: 'country', label: 'Country', cell: ({ country }) => country },
  { id: 'phone', label: 'Phone', cell: ({ phone }) => phone ?? '–', isHidden: true },
  { id: 'username', label: 'User name', cell: ({ username }) => username, isHidden: true },
  { id: 'labels', label: 'Labels', cell: ({ labels }) => labels.join(', ') || '–', isHidden: true },
  {
    id: 'roles',
    label: 'Roles',
    cell: ({ roles }) => roles.map((role) => roleNames[role]).join(', ') || '–',
    isHidden: true,
  },
  { id: 'id', label: 'Id', cell: ({ id }) => <Identifier value={id} to={`/users/${id}`} />, isHidden: true },
];

/** How many there are; beyond some thousands it is an estimate. */
function countText(first: unknown): string {
  const { count, count_is_exact: isExact } = (first ?? {}) as {
    count?: number | null;
    count_is_exact?: boolean;
  };
  if (count === undefined || count === null) return 'Everybody who has an account.';
  const text = count.toLocaleString('en');
  return isExact ? `${text} ${count === 1 ? 'user' : 'users'}` : `About ${text} users`;
}

export function UsersPage() {
  const may = useMay();
  const navigate = useNavigate();
  const { values, query, change } = useFilters(filters);
  const list = useList(userAdminEndpoints.list, { query });
  return (
    <>
      <PageHead
        title="Users"
        text={countText(list.data?.pages[0])}
        actions={
          <>
            {may('users.export') && (
              <Button color="black" onClick={() => askExport('users', userAdminEndpoints.export, query)}>
                Download CSV
              </Button>
            )}
            {may('users.edit') && (
              <Button onClick={() => askCreation((id) => void navigate(`/users/${id}`))}>Add user</Button>
            )}
          </>
        }
      />
      <ListTable
        name="users"
        caption="Users"
        columns={columns}
        list={list}
        filters={<FilterBar name="users" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate(`/users/${id}`)}
        emptyText="No user fits these filters."
      />
    </>
  );
}
