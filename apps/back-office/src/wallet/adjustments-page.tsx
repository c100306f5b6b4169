import { type Approval, adjustmentCategories, approvalEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { stateTones } from '#approvals/words.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Identifier } from '#kit/identifier.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Age } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';

type Category = (typeof adjustmentCategories)[number];

/** Proposes to correct a balance; `user` is known where one comes from an account. */
function askAdjustment(user: string, then: (id: string) => void): void {
  askAction({
    title: 'Propose an adjustment',
    text: 'It is booked against the house’s adjustments once a second person agrees.',
    confirm: 'Propose',
    fields: [
      { name: 'user', label: 'Account', kind: 'text', hint: 'The id of the account.', initial: user },
      { name: 'currency', label: 'Coin', kind: 'text', hint: 'Its code, such as BTC.' },
      { name: 'amount', label: 'Amount', kind: 'text', hint: 'With a minus it is taken away.' },
      {
        name: 'category',
        label: 'Category',
        kind: 'choice',
        options: adjustmentCategories.map((category) => [category, inWords(category)] as const),
      },
      {
        name: 'evidence',
        label: 'Evidence',
        kind: 'text',
        hint: 'A ticket, a transaction or a document that a second person can look up.',
      },
      reasonField,
    ],
    run: ({
      user: account = '',
      currency = '',
      amount = '',
      category = 'other',
      evidence = '',
      reason = '',
    }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.adjustBalance, {
            body: {
              ...{ user: account, currency: currency.toUpperCase(), amount, evidence, reason, confirmation },
              category: category as Category,
            },
          }),
        done: 'Proposed. A second person decides.',
        onDone: ({ id }) => then(id),
      }),
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '–');

const columns: readonly Column<Approval>[] = [
  {
    id: 'account',
    label: 'Account',
    cell: ({ concerns }) =>
      concerns === null ? '–' : <Identifier value={concerns} to={`/users/${concerns}`} />,
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
  { id: 'reason', label: 'Reason', cell: ({ reason }) => reason },
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
        text="Corrections of balances by hand. Each takes two people and stands in the ledger with both."
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
