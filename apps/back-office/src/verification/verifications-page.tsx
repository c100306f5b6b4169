import {
  type ReviewedVerification,
  verificationReviewEndpoints,
  verificationStates,
} from '@emporion/contracts/rest';
import { Link, useNavigate } from 'react-router';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { stateTones, verdictTones } from './words.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    options: verificationStates.map((state) => [state, inWords(state)] as const),
  },
  { kind: 'choice', name: 'mine', label: 'Claimed', options: [['true', 'By me']] },
];

const columns: readonly Column<ReviewedVerification>[] = [
  {
    id: 'submitted',
    label: 'Submitted',
    cell: ({ submitted }) => (submitted === null ? '–' : <Time at={submitted} />),
  },
  {
    id: 'user',
    label: 'User',
    // To the case; the account is linked from there.
    cell: ({ id, user }) => (
      <Link to={`/verifications/${id}`} className="text-accent hover:underline">
        {user.username}
      </Link>
    ),
  },
  { id: 'name', label: 'Name', cell: ({ name }) => name ?? '–' },
  {
    id: 'state',
    label: 'State',
    cell: ({ id, state, warning }) => (
      <Link to={`/verifications/${id}`} className="inline-flex flex-wrap gap-1">
        <Badge tone={stateTones[state]}>{inWords(state)}</Badge>
        {warning !== null && <Badge tone="bad">Warning</Badge>}
      </Link>
    ),
  },
  { id: 'level', label: 'Level', cell: ({ level }) => level, isNumeric: true },
  {
    id: 'verdict',
    label: 'Provider',
    cell: ({ verdict }) =>
      verdict === null ? '–' : <Badge tone={verdictTones[verdict]}>{inWords(verdict)}</Badge>,
  },
  { id: 'claimed', label: 'Claimed by', cell: ({ claimed_by }) => claimed_by?.username ?? '–' },
  {
    id: 'decided',
    label: 'Decided',
    cell: ({ decided }) => (decided === null ? '–' : <Time at={decided} />),
    isHidden: true,
  },
];

/** Who wants to be verified. What waits for staff has whoever waited longest first. */
export function VerificationsPage() {
  const navigate = useNavigate();
  const { values, query, change } = useFilters(filters);
  const list = useList(verificationReviewEndpoints.list, { query, refreshMs: 15_000 });
  return (
    <>
      <PageHead
        title="Verifications"
        text="Claim a verification before you decide on it. Those in review wait for staff, oldest first."
        actions={
          <Link to="/verifications?state=review" className="text-accent hover:underline">
            Queue
          </Link>
        }
      />
      <ListTable
        name="verifications"
        caption="Verifications"
        columns={columns}
        list={list}
        filters={<FilterBar name="verifications" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        onOpen={({ id }) => navigate(`/verifications/${id}`)}
        emptyText="No verifications match these filters."
      />
    </>
  );
}
