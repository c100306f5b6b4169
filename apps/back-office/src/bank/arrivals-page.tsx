import {
  approvalEndpoints,
  type BankArrival,
  bankArrivalStages,
  bankReviewEndpoints,
  fiatCurrencies,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { showToast } from '@emporion/web/ui/toast/toast-store.ts';
import { Link } from 'react-router';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, reasonField } from '#kit/action/field.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'stage',
    label: 'Step',
    options: bankArrivalStages.map((stage) => [stage, inWords(stage)] as const),
  },
];

const tones = { waiting: 'warn', crediting: 'accent', completed: 'good', returned: 'plain' } as const;

const paymentFields: readonly ActionField[] = [
  {
    name: 'currency',
    label: 'Currency',
    kind: 'choice',
    initial: 'USD',
    options: fiatCurrencies.map((currency) => [currency, currency] as const),
  },
  { name: 'amount', label: 'Amount that arrived', kind: 'number' },
  {
    name: 'bank_transaction',
    label: 'Transaction number of the bank',
    kind: 'text',
    hint: 'As on the statement. The same number is never credited twice.',
  },
  { name: 'sender', label: 'From whom', kind: 'text' },
  {
    name: 'reference',
    label: 'Reference',
    kind: 'text',
    isOptional: true,
    hint: 'Paste the whole text of the payment. Without a reference that we know, the money waits.',
  },
];

function askRecord(): void {
  askAction({
    title: 'Record a payment that arrived',
    text: 'With a reference that we know it is credited at once. Large amounts, second payments with one reference and money of nobody wait for a second person.',
    confirm: 'Record',
    fields: [...paymentFields, reasonField],
    run: ({ currency = '', amount = '', bank_transaction = '', sender = '', reference = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(bankReviewEndpoints.record, {
            body: {
              ...{ currency: currency as BankArrival['currency'], amount, bank_transaction, sender, reason },
              ...{ reference: reference.trim() === '' ? null : reference, confirmation },
            },
          }),
        done: 'Recorded.',
        onDone: ({ stage, user }) =>
          showToast(
            stage === 'waiting'
              ? { type: 'warning', title: 'It waits for a second person.' }
              : { type: 'success', title: `Credited to ${user?.username ?? 'its owner'}.` },
          ),
      }),
  });
}

function askPropose({ id, user, amount, currency }: BankArrival): void {
  const account: ActionField = {
    name: 'to',
    label: 'Account',
    kind: 'text',
    hint: 'The user name, the e-mail address or the id of whoever sent it.',
  };
  askAction({
    title: `Propose to credit ${amount} ${currency}`,
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
    title: `Sent ${amount} ${currency} back${sender === null ? '' : ` to ${sender}`}`,
    text: 'Send it back at the bank first. It is never credited then; whoever announced it sees that it was returned.',
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
  if (arrival.stage !== 'waiting' || !may('deposits.decide')) return '–';
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
  { id: 'date', label: 'Recorded', cell: ({ date }) => <Time at={date} /> },
  {
    id: 'user',
    label: 'User',
    cell: ({ user }) =>
      user === null ? (
        <Badge tone="warn">Nobody</Badge>
      ) : (
        <Link to={`/users/${user.id}`} className="text-accent hover:underline">
          {user.username}
        </Link>
      ),
  },
  { id: 'amount', label: 'Amount', cell: ({ amount, currency }) => `${amount} ${currency}`, isNumeric: true },
  { id: 'stage', label: 'Step', cell: ({ stage }) => <Badge tone={tones[stage]}>{inWords(stage)}</Badge> },
  { id: 'sender', label: 'From', cell: ({ sender }) => sender ?? <span className="text-muted">Hidden</span> },
  { id: 'reference', label: 'Reference', cell: ({ reference }) => reference ?? '–' },
  { id: 'transaction', label: 'Bank’s number', cell: ({ bank_transaction }) => bank_transaction },
  { id: 'bank', label: 'Bank', cell: ({ bank }) => bank, isHidden: true },
  { id: 'reason', label: 'Reason', cell: ({ reason }) => reason, isHidden: true },
  { id: 'decision', label: 'Decision', cell: (arrival) => <Decision arrival={arrival} /> },
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
        actions={may('deposits.decide') && <Button onClick={askRecord}>Record a payment</Button>}
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
