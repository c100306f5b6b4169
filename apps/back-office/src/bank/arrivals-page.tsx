import {
  approvalEndpoints,
  type BankArrival,
  bankArrivalStages,
  bankReviewEndpoints,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Link } from 'react-router';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, reasonField } from '#kit/action/field.ts';
import { amountText } from '#kit/amount-text.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { askRecord } from './ask-record.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'stage',
    label: 'Step',
    options: bankArrivalStages.map((stage) => [stage, inWords(stage)] as const),
  },
];

const tones = { waiting: 'warn', crediting: 'accent', completed: 'good', returned: 'plain' } as const;

function askPropose({ id, user, amount, currency }: BankArrival): void {
  const account: ActionField = {
    name: 'to',
    label: 'Account',
    kind: 'text',
    hint: 'Username, email or ID of the sender.',
  };
  askAction({
    title: `Propose to credit ${amountText(amount, currency)}`,
    text:
      user === null
        ? 'Nobody’s reference is on it, so a second person must agree to whom it goes.'
        : `It goes to ${user.username} when a second person agrees.`,
    confirm: 'Propose',
    fields: user === null ? [account, reasonField] : [reasonField],
    run: ({ to = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.creditBankTransfer, {
            body: { arrival: id, ...(user === null && { user: to }), reason, confirmation },
          }),
        done: 'Proposed. A second person decides.',
      }),
  });
}

function askReturn({ id, amount, currency, sender }: BankArrival): void {
  askAction({
    title: `Sent ${amountText(amount, currency)} back${sender === null ? '' : ` to ${sender}`}`,
    text: 'Send it back at the bank first. It can’t be credited afterwards, and the user who announced it sees that it was returned.',
    confirm: 'Sent back',
    isDangerous: true,
    fields: [reasonField],
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(bankReviewEndpoints.returned, { params: { id }, body: { reason, confirmation } }),
        done: 'Recorded as sent back.',
      }),
  });
}

function Decision({ arrival }: { arrival: BankArrival }) {
  const may = useMay();
  if (arrival.proposal !== null)
    return (
      <Link to={`/approvals/${arrival.proposal}`} className="text-accent hover:underline">
        Proposed
      </Link>
    );
  if (arrival.stage !== 'waiting' || !may('deposits.decide')) return null;
  return (
    <span className="inline-flex gap-2">
      <Button size="small" color="black" onClick={() => askPropose(arrival)}>
        Propose to credit
      </Button>
      <Button size="small" variant="flat" color="red" onClick={() => askReturn(arrival)}>
        Sent back
      </Button>
    </span>
  );
}

const columns: readonly Column<BankArrival>[] = [
  { id: 'date', label: 'Recorded', main: 4, cell: ({ date }) => <Time at={date} /> },
  {
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
  },
  {
    id: 'amount',
    label: 'Amount',
    main: 2,
    cell: ({ amount, currency }) => amountText(amount, currency),
    isNumeric: true,
  },
  {
    id: 'stage',
    label: 'Step',
    main: 3,
    cell: ({ stage }) => <Badge tone={tones[stage]}>{inWords(stage)}</Badge>,
  },
  // Before what may be long: nobody looks for what to do beyond the edge.
  { id: 'decision', label: 'Decision', main: 5, cell: (arrival) => <Decision arrival={arrival} /> },
  { id: 'sender', label: 'From', cell: ({ sender }) => sender ?? <span className="text-muted">Hidden</span> },
  { id: 'reference', label: 'Reference', cell: ({ reference }) => reference ?? '–' },
  { id: 'transaction', label: 'Bank’s number', cell: ({ bank_transaction }) => bank_transaction },
  { id: 'bank', label: 'Bank', cell: ({ bank }) => bank, isHidden: true },
  { id: 'reason', label: 'Reason', isText: true, cell: ({ reason }) => reason, isHidden: true },
];

/** What arrived at our banks, and whose it is. */
export function ArrivalsPage() {
  const may = useMay();
  const { values, query, change } = useFilters(filters);
  const list = useList(bankReviewEndpoints.list, { query, refreshMs: 15_000 });
  return (
    <>
      <PageHead
        title="Bank transfers"
        text="Payments that arrived at our banks. Each is recorded once, and credited by its reference or by two people."
        actions={may('deposits.decide') && <Button onClick={() => askRecord()}>Record a payment</Button>}
      />
      <ListTable
        name="bank-arrivals"
        caption="Bank transfers"
        columns={columns}
        list={list}
        filters={<FilterBar name="bank-arrivals" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        emptyText="Nothing has arrived."
      />
    </>
  );
}
