import {
  depositReviewEndpoints,
  depositStages,
  type ReviewedDeposit,
  transactionStatuses,
} from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { amountText } from '#kit/amount-text.ts';
import { askExport } from '#kit/ask-export.ts';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { Identifier } from '#kit/identifier.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { useList } from '#kit/use-list.ts';
import { CoinAmount } from './coin-amount.tsx';
import { optionsOf, useCoinFilters } from './coin-filters.ts';
import { askLookFor, askRescan } from './deposit-actions.ts';
import {
  dateColumn,
  dayFilters,
  hashColumn,
  networkColumn,
  statusColumn,
  stepFilters,
  textFilter,
  userColumn,
  userFilter,
} from './movement-list.tsx';
import { depositReason, depositReasonOptions } from './words.ts';

const before: readonly Filter[] = [
  textFilter,
  ...stepFilters(
    depositStages,
    transactionStatuses.filter((status) => status !== 'cancelled'),
  ),
  { kind: 'choice', name: 'reason', label: 'Held for', options: depositReasonOptions },
];
const after: readonly Filter[] = [
  userFilter,
  {
    kind: 'choice',
    name: 'order',
    label: 'Order',
    any: 'Newest first',
    options: [['oldest', 'Oldest first']],
  },
  ...dayFilters,
];

const columns: readonly Column<ReviewedDeposit>[] = [
  { ...dateColumn('Seen', '/wallet/deposits'), main: 4 },
  userColumn,
  {
    id: 'amount',
    label: 'Amount',
    main: 2,
    cell: ({ amount, currency, chain_amount }) =>
      amount === null || currency === null ? (
        amountText(chain_amount, 'units')
      ) : (
        <CoinAmount value={amount} coin={currency} />
      ),
    isNumeric: true,
  },
  statusColumn,
  { id: 'reason', label: 'Held for', cell: ({ reason }) => depositReason(reason) },
  {
    id: 'confirmations',
    label: 'Confirmations',
    cell: ({ confirmations, confirmations_required }) => `${confirmations} of ${confirmations_required}`,
    isNumeric: true,
  },
  networkColumn,
  { id: 'address', label: 'To', cell: ({ address }) => <Identifier value={address} /> },
  hashColumn,
  { id: 'memo', label: 'Memo', cell: ({ memo }) => memo ?? '–', isHidden: true },
];

export function DepositsPage() {
  const navigate = useNavigate();
  const may = useMay();
  const coins = useCoinFilters();
  const filters = useMemo(() => [...before, ...coins, ...after], [coins]);
  const { values, query, change } = useFilters(filters);
  const list = useList(depositReviewEndpoints.list, { query, refreshMs: 15_000 });
  const options = optionsOf(coins, 'network');
  return (
    <>
      <PageHead
        title="Deposits"
        text="Everything that came to our addresses, of all coins. Held ones are credited when their reason goes, or when a person decides."
        actions={
          <>
            {may('deposits.decide') && (
              <>
                <Button color="black" onClick={() => askLookFor(options)}>
                  Look for a transaction
                </Button>
                <Button color="black" onClick={() => askRescan(options)}>
                  Scan blocks again
                </Button>
              </>
            )}
            {may('movements.export') && (
              <Button
                color="black"
                onClick={() => askExport('deposits', depositReviewEndpoints.export, query)}
              >
                Export
              </Button>
            )}
          </>
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
