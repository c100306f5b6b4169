import { type Approval, approvalEndpoints, approvalKinds, approvalStates } from '@emporion/contracts/rest';
import { Link, useNavigate } from 'react-router';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Age, durationText, Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { describe } from './describe.ts';
import { kindNames, stateTones } from './words.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    options: approvalStates.map((state) => [state, inWords(state)] as const),
  },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    options: approvalKinds.map((kind) => [kind, kindNames[kind]] as const),
  },
];

const columns: readonly Column<Approval>[] = [
  {
    id: 'kind',
    label: 'What',
    main: 1,
    cell: ({ id, kind }) => (
      <Link to={`/approvals/${id}`} className="font-semibold hover:underline">
        {kindNames[kind]}
      </Link>
    ),
  },
  {
    id: 'payload',
    label: 'Details',
    main: 3,
    cell: (approval) => {
      const { line } = describe(approval);
      return (
        <span
          className="line-clamp-2 max-w-[48ch] md:min-w-[20ch] whitespace-normal wrap-anywhere"
          title={line}
        >
          {line || '–'}
        </span>
      );
    },
  },
  {
    id: 'state',
    label: 'State',
    main: 2,
    cell: ({ state }) => <Badge tone={stateTones[state]}>{inWords(state)}</Badge>,
  },
  { id: 'proposer', label: 'Proposed by', main: 5, cell: ({ proposer }) => proposer.username },
  {
    id: 'age',
    label: 'Age',
    main: 4,
    cell: ({ proposed, closed, state }) => {
      if (state === 'open' || closed === null) return state === 'open' ? <Age since={proposed} /> : '–';
      return `took ${durationText((Date.parse(closed) - Date.parse(proposed)) / 1_000)}`;
    },
    isNumeric: true,
  },
  {
    id: 'votes',
    label: 'Votes',
    cell: ({ votes, votes_needed, due }) =>
      due === null
        ? `${votes.filter(({ approves }) => approves).length} of ${votes_needed}`
        : 'After a delay',
  },
  { id: 'expires', label: 'Expires', cell: ({ expires }) => <Time at={expires} />, isHidden: true },
  { id: 'reason', label: 'Reason', isText: true, cell: ({ reason }) => reason, isHidden: true },
];

export function ApprovalsPage() {
  const navigate = useNavigate();
  const { values, query, change } = useFilters(filters);
  const list = useList(approvalEndpoints.list, { query, refreshMs: 15_000 });
  return (
    <>
      <PageHead
        title="Approvals"
        text="Changes that need a second person. Proposers can’t approve their own, and a proposal can’t be changed."
      />
      <ListTable
        name="approvals"
        caption="Proposals"
        columns={columns}
        list={list}
        filters={<FilterBar name="approvals" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate(`/approvals/${id}`)}
        emptyText="No proposals."
      />
    </>
  );
}
