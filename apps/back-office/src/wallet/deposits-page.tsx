import {
  depositReviewEndpoints,
  depositStages,
  type ReviewedDeposit,
  transactionStatuses,
} from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
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
import { CoinAmount } from './coin-amount.tsx';
import { useCoinFilters } from './coin-filters.ts';
import { askLookFor, askRescan } from './deposit-actions.ts';
import { depositReason, depositReasonOptions, statusTones } from './words.ts';

const before: readonly Filter[] = [
  { kind: 'text', name: 'text', label: 'Address, hash or id' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: transactionStatuses
      .filter((status) => status !== 'cancelled')
      .map((status) => [status, inWords(status)] as const),
  },
  {
    kind: 'choice',
    name: 'stage',
    label: 'Step',
    options: depositStages.map((stage) => [stage, inWords(stage)] as const),
  },
  { kind: 'choice', name: 'reason', label: 'Held for', options: depositReasonOptions },
];
const after: readonly Filter[] = [
  { kind: 'text', name: 'user', label: 'User', placeholder: 'User name or id' },
  { kind: 'choice', name: 'order', label: 'Order', options: [['oldest', 'Oldest first']] },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'Until' },
];

const columns: readonly Column<ReviewedDeposit>[] = [
  {
    id: 'date',
    label: 'Seen',
    cell: ({ id, date }) => (
      <Link to={`/wallet/deposits/${id}`} className="hover:underline">
        <Time at={date} />
      </Link>
    ),
  },
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
  {
    id: 'amount',
    label: 'Amount',
    cell: ({ amount, currency, chain_amount }) =>
      amount === null || currency === null ? (
        `${chain_amount} units`
      ) : (
        <CoinAmount value={amount} coin={currency} />
      ),
    isNumeric: true,
  },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status, stage }) => (
      <Badge tone={statusTones[status]}>
        {status === stage ? inWords(status) : `${inWords(status)} · ${stage}`}
      </Badge>
    ),
  },
  { id: 'reason', label: 'Held for', cell: ({ reason }) => depositReason(reason) },
  {
    id: 'confirmations',
    label: 'Confirmations',
    cell: ({ confirmations, confirmations_required }) => `${confirmations} of ${confirmations_required}`,
    isNumeric: true,
  },
  { id: 'network', label: 'Network', cell: ({ network }) => network },
  { id: 'address', label: 'To', cell: ({ address }) => <Identifier value={address} /> },
  { id: 'hash', label: 'Transaction', cell: ({ hash }) => <Identifier value={hash} /> },
  { id: 'memo', label: 'Memo', cell: ({ memo }) => memo ?? '–', isHidden: true },
];

export function DepositsPage() {
  const navigate = useNavigate();
  const may = useMay();
  const coins = useCoinFilters();
  const filters = useMemo(() => [...before, ...coins, ...after], [coins]);
  const { values, query, change } = useFilters(filters);
  const list = useList(depositReviewEndpoints.list, { query, refreshMs: 15_000 });
  const networks = coins.find(({ name }) => name === 'network');
  const options = networks?.kind === 'choice' ? networks.options : [];
  return (
    <>
      <PageHead
        title="Deposits"
        text="Everything that came to our addresses, of all coins. Held ones are credited when their reason goes, or when a person decides."
        actions={
          may('deposits.decide') && (
            <>
              <Button color="black" onClick={() => askLookFor(options)}>
                Look for a transaction
              </Button>
              <Button color="black" onClick={() => askRescan(options)}>
                Scan blocks again
              </Button>
            </>
          )
        }
      />
      <ListTable
        name="deposits"
        caption="Deposits"
        columns={columns}
        list={list}
        filters={<FilterBar name="deposits" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate(`/wallet/deposits/${id}`)}
        emptyText="No deposits."
      />
    </>
  );
}
