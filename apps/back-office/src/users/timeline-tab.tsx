import { type Movement, type TimelineEntry, userAdminEndpoints } from '@emporion/contracts/rest';

import { useState } from 'react';
import type * as z from 'zod/mini';
import { isOfExchange } from '#audit/without-person.ts';
import { Badge, inWords, type Tone } from '#kit/badge.tsx';
import { Changes } from '#kit/changes.tsx';
import { ExactAmount } from '#kit/exact-amount.tsx';
import type { Filter, FilterValues } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';

const kindNames: Readonly<Record<TimelineEntry['kind'], string>> = {
  staff: 'Staff',
  security: 'Security',
  money: 'Money',
};
const kindTones: Readonly<Record<TimelineEntry['kind'], Tone>> = {
  staff: 'warn',
  security: 'plain',
  money: 'accent',
};

const filters: readonly Filter[] = [
  { kind: 'choice', name: 'kind', label: 'Kind', options: Object.entries(kindNames) },
];

type MoneyMoved = z.infer<typeof Movement>;

/** Where money went or came from, and how it stands; of an exchange what was paid, received and left. */
function movementText({ status, address, counterparty, exchange, label }: MoneyMoved): string {
  const rests = exchange?.remainders.map(({ amount, currency }) => `${amount} ${currency} not used`) ?? [];
  return [inWords(status), counterparty ?? address ?? label, ...rests].filter(Boolean).join(', ');
}

/** What changed; of an exchange what was received, and below it what was paid. */
function MoneyCell({ movement: { change, currency, exchange } }: { movement: MoneyMoved }) {
  if (exchange === null) return <ExactAmount value={change} unit={currency} signed />;
  const { paid, received } = exchange;
  return (
    <span className="flex flex-col items-end">
      {received !== null && <ExactAmount value={received.amount} unit={received.currency} signed />}
      {paid !== null && <ExactAmount value={`-${paid.amount}`} unit={paid.currency} signed />}
    </span>
  );
}

const columns: readonly Column<TimelineEntry>[] = [
  { id: 'time', label: 'Time', main: 1, cell: ({ time }) => <Time at={time} /> },
  {
    id: 'kind',
    label: 'Kind',
    main: 2,
    cell: ({ kind }) => <Badge tone={kindTones[kind]}>{kindNames[kind]}</Badge>,
  },
  {
    id: 'what',
    label: 'What',
    main: 3,
    cell: ({ what }) => <b className="font-semibold">{inWords(what)}</b>,
  },
  {
    id: 'amount',
    label: 'Amount',
    main: 4,
    cell: ({ movement }) => movement && <MoneyCell movement={movement} />,
    isNumeric: true,
  },
  {
    id: 'details',
    isText: true,
    label: 'Details',
    cell: ({ movement, before, after }) =>
      movement === null ? <Changes before={before} after={after} /> : movementText(movement),
  },
  {
    id: 'actor',
    label: 'By',
    cell: ({ actor, kind, what }) =>
      actor?.username ?? (kind === 'security' ? (isOfExchange(what) ? 'The exchange' : 'Owner') : '–'),
  },
  { id: 'reason', label: 'Reason', isText: true, cell: ({ reason }) => reason ?? '–' },
  { id: 'address', label: 'From where', cell: ({ address }) => address ?? '–', isHidden: true },
  { id: 'device', label: 'Device', cell: ({ device }) => device ?? '–', isHidden: true },
];

export function TimelineTab({ id }: { id: string }) {
  const [values, change] = useState<FilterValues>({});
  const list = useList(userAdminEndpoints.timeline, { params: { id }, query: values });
  return (
    <ListTable
      name="user-timeline"
      caption="Timeline"
      columns={columns}
      list={list}
      filters={<FilterBar name="user-timeline" filters={filters} values={values} onChange={change} />}
      rowKey={({ kind, id: entry }) => `${kind}:${entry}`}
      emptyText="Nothing has happened yet."
    />
  );
}
