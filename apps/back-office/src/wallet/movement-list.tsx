import { transactionStatuses } from '@emporion/contracts/rest';
import { Link } from 'react-router';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { Identifier } from '#kit/identifier.tsx';
import { NetworkName } from '#kit/network-name.tsx';
import type { Column } from '#kit/table/column.ts';
import { Time } from '#kit/time.tsx';
import { stageWord, statusTones } from './words.ts';

/** What deposits and withdrawals have both. */
interface Movement {
  readonly id: string;
  readonly date: string;
  readonly user: { readonly id: string; readonly username: string } | null;
  readonly status: (typeof transactionStatuses)[number];
  readonly stage: string;
  readonly network: string;
  readonly hash: string | null;
}

export function dateColumn(label: string, path: string): Column<Movement> {
  return {
    ...{ id: 'date', label },
    cell: ({ id, date }) => (
      <Link to={`${path}/${id}`} className="hover:underline">
        <Time at={date} />
      </Link>
    ),
  };
}

export const userColumn: Column<Movement> = {
  id: 'user',
  label: 'User',
  main: 1,
  cell: ({ user }) =>
    user === null ? (
      <Badge tone="warn">Nobody</Badge>
    ) : (
      <Link to={`/users/${user.id}`} className="text-accent hover:underline">
        {user.username}
      </Link>
    ),
};

export const statusColumn: Column<Movement> = {
  id: 'status',
  label: 'Status',
  main: 3,
  cell: ({ status, stage, network }) => (
    <Badge tone={statusTones[status]}>
      {status === stage
        ? inWords(status)
        : network === 'bank'
          ? stageWord({ stage, network })
          : `${inWords(status)} · ${stage}`}
    </Badge>
  ),
};

export const networkColumn: Column<Movement> = {
  ...{ id: 'network', label: 'Network' },
  cell: ({ network }) => <NetworkName code={network} />,
};

export const hashColumn: Column<Movement> = {
  id: 'hash',
  label: 'Transaction',
  cell: ({ hash }) => (hash === null ? '–' : <Identifier value={hash} />),
};

export const textFilter: Filter = { kind: 'text', name: 'text', label: 'Address, hash or id' };
export const userFilter: Filter = {
  kind: 'text',
  name: 'user',
  label: 'User',
  placeholder: 'User name or id',
};
export const dayFilters: readonly Filter[] = [
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'Until' },
];

export function stepFilters(
  stages: readonly string[],
  statuses: readonly string[] = transactionStatuses,
): readonly Filter[] {
  const words = (names: readonly string[]) => names.map((name) => [name, inWords(name)] as const);
  return [
    { kind: 'choice', name: 'status', label: 'Status', options: words(statuses) },
    { kind: 'choice', name: 'stage', label: 'Step', options: words(stages) },
  ];
}
