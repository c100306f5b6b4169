import { approvalEndpoints, deskEndpoints, type StaffMember, staffRoles } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { Identifier } from '#kit/identifier.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { roleNames } from './role-names.ts';

type Role = StaffMember['roles'][number];

const roleOptions = staffRoles.map((role) => [role, roleNames[role]] as const);
const filters: readonly Filter[] = [{ kind: 'choice', name: 'role', label: 'Role', options: roleOptions }];

function askRemoval({ id, username }: StaffMember, role: Role): void {
  askAction({
    title: `Take a role from ${username}`,
    text: `${username} will no longer be ${roleNames[role]}. Their sessions end at once.`,
    fields: [reasonField],
    confirm: 'Take the role away',
    isDangerous: true,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(deskEndpoints.removeRole, { params: { id, role }, body: { reason, confirmation } }),
        done: 'The role was taken away.',
      }),
  });
}

function askGrant(): void {
  askAction({
    title: 'Give a role',
    text: 'A second person has to approve. Only the second administrator of a new exchange is appointed by one. The new role applies at the next login.',
    fields: [
      { name: 'user', label: 'Account', kind: 'user' },
      { name: 'role', label: 'Role', kind: 'choice', options: roleOptions },
      reasonField,
    ],
    confirm: 'Propose',
    run: ({ user = '', role, reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.grantRole, { body: { user, role: role as Role, reason, confirmation } }),
        done: ({ state }) =>
          state === 'executed' ? 'The role was given.' : 'Proposed. A second person has to approve it.',
      }),
  });
}

function Roles({ member }: { member: StaffMember }) {
  const may = useMay();
  return (
    <span className="inline-flex flex-wrap gap-1">
      {member.roles.map((role) =>
        may('staff.remove') ? (
          <button
            key={role}
            type="button"
            title={`Remove ${roleNames[role]}`}
            className="max-md:min-h-11 max-md:min-w-11"
            onClick={() => askRemoval(member, role)}
          >
            <Badge>
              {roleNames[role]} <Icon name="x" size={14} className="inline" />
            </Badge>
          </button>
        ) : (
          <Badge key={role}>{roleNames[role]}</Badge>
        ),
      )}
    </span>
  );
}

const columns: readonly Column<StaffMember>[] = [
  {
    id: 'username',
    label: 'Name',
    main: 1,
    cell: ({ username }) => <b className="font-semibold">{username}</b>,
  },
  { id: 'roles', label: 'Roles', main: 5, cell: (member) => <Roles member={member} /> },
  { id: 'email', label: 'Email', main: 3, cell: ({ email }) => email ?? '–' },
  {
    id: 'factor',
    label: 'Second factor',
    main: 2,
    cell: ({ strong_factor }) =>
      strong_factor ? <Badge tone="good">App or passkey</Badge> : <Badge tone="warn">Email codes</Badge>,
  },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'bad'}>{inWords(status)}</Badge>,
  },
  { id: 'login', label: 'Last login', cell: ({ last_login }) => <Time at={last_login} /> },
  { id: 'created', label: 'Since', cell: ({ created }) => <Time at={created} />, isHidden: true },
  { id: 'id', label: 'Account', cell: ({ id }) => <Identifier value={id} />, isHidden: true },
];

export function StaffPage() {
  const may = useMay();
  const { values, query, change } = useFilters(filters);
  const list = useList(deskEndpoints.staff, { query });
  return (
    <>
      <PageHead
        title="Staff"
        text="Everyone with a role. Giving a role needs two people; removing one takes one."
        actions={may('roles.propose') && <Button onClick={askGrant}>Give a role</Button>}
      />
      <ListTable
        name="staff"
        caption="Staff"
        columns={columns}
        list={list}
        filters={<FilterBar name="staff" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        emptyText="Nobody has this role."
      />
    </>
  );
}
