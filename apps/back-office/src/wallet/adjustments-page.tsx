import { type Approval, approvalEndpoints } from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { stateTones } from '#approvals/words.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Age } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { askAdjustment } from './ask-adjustment.tsx';

const text = (value: unknown): string => (typeof value === 'string' ? value : '–');

const columns: readonly Column<Approval>[] = [
  {
    id: 'account',
    label: 'Account',
    cell: ({ concerns, subject }) =>
      concerns === null ? (
        '–'
      ) : (
        <Link to={`/users/${concerns}`} className="text-accent hover:underline">
          {subject ?? 'Erased'}
        </Link>
      ),
  },
  {
    id: 'amount',
    label: 'Amount',
    cell: ({ id, payload }) => (
      <Link to={`/approvals/${id}`} className="num hover:underline">
        {text(payload.amount)} {text(payload.currency)}
      </Link>
    ),
    isNumeric: true,
  },
  { id: 'category', label: 'Category', cell: ({ payload }) => inWords(text(payload.category)) },
  {
    id: 'state',
    label: 'State',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{inWords(state)}</Badge>,
  },
  { id: 'evidence', label: 'Evidence', cell: ({ payload }) => text(payload.evidence) },
  { id: 'reason', label: 'Reason', isText: true, cell: ({ reason }) => reason },
  { id: 'proposer', label: 'Proposed by', cell: ({ proposer }) => proposer.username },
  { id: 'age', label: 'Age', cell: ({ proposed }) => <Age since={proposed} />, isNumeric: true },
];

export function AdjustmentsPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const list = useList(approvalEndpoints.list, {
    query: { kind: 'balance_adjustment' },
    refreshMs: 15_000,
  });
  return (
    <>
      <PageHead
        title="Adjustments"
        text="Manual balance corrections. Each needs two people, and the ledger names both."
        actions={
          <Button
            onClick={() => askAdjustment(params.get('user') ?? '', (id) => void navigate(`/approvals/${id}`))}
          >
            Propose an adjustment
          </Button>
        }
      />
      <ListTable
        name="adjustments"
        caption="Adjustments"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate(`/approvals/${id}`)}
        emptyText="No balance was ever corrected."
      />
    </>
  );
}
