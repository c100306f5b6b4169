import {
  type ReviewedWithdrawal,
  withdrawalReviewEndpoints,
  withdrawalStages,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { amountText } from '#kit/amount-text.ts';
import { askExport } from '#kit/ask-export.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { Identifier } from '#kit/identifier.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Tile } from '#kit/tile.tsx';
import { Age } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { askThresholds } from './ask-thresholds.ts';
import { CoinAmount } from './coin-amount.tsx';
import { useCoinFilters } from './coin-filters.ts';
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
import { actionWords, askBulk, type BulkDecision } from './withdrawal-actions.ts';
import { holdWords, withdrawalReasonWords } from './words.ts';

const before: readonly Filter[] = [
  textFilter,
  {
    kind: 'choice',
    name: 'order',
    label: 'Order',
    any: 'Newest first',
    options: [
      ['queue', 'Queue, held first'],
      ['oldest', 'Oldest first'],
    ],
  },
  ...stepFilters(withdrawalStages.filter((stage) => stage !== 'replaced')),
];

const after: readonly Filter[] = [
  userFilter,
  { kind: 'choice', name: 'stuck', label: 'Stuck', options: [['true', 'Stuck only']] },
  ...dayFilters,
];

/** What it waits for, or why it was held or ended. */
function Why({ row }: { row: ReviewedWithdrawal }) {
  const [held] = row.hold_reasons;
  if (row.stuck) return <Badge tone="bad">Stuck</Badge>;
  if (row.stage === 'held' && held !== undefined) return <Badge tone="warn">{holdWords[held]}</Badge>;
  if (row.called_off) return <Badge tone="warn">Called off</Badge>;
  return row.reason === null ? '–' : (withdrawalReasonWords[row.reason] ?? inWords(row.reason));
}

const columns: readonly Column<ReviewedWithdrawal>[] = [
  dateColumn('Asked for', '/wallet/withdrawals'),
  { id: 'age', label: 'Age', main: 4, cell: ({ date }) => <Age since={date} />, isNumeric: true },
  userColumn,
  {
    id: 'amount',
    label: 'Amount',
    main: 2,
    cell: ({ amount, currency }) => <CoinAmount value={amount} coin={currency} />,
    isNumeric: true,
  },
  {
    id: 'value',
    label: 'Value, USDT',
    main: 6,
    cell: ({ value, second_person, stage }) => (
      <span className="inline-flex items-center gap-1.5">
        {stage === 'held' && second_person && <Badge tone="accent">Two people</Badge>}
        {value === null ? 'Unknown' : amountText(value)}
      </span>
    ),
    isNumeric: true,
  },
  statusColumn,
  { id: 'why', label: 'Why', main: 5, cell: (row) => <Why row={row} /> },
  networkColumn,
  {
    id: 'address',
    label: 'To',
    cell: ({ address, internal, holder }) =>
      holder !== null ? (
        <span className="inline-flex flex-wrap gap-x-2">
          {holder} <Identifier value={address ?? ''} />
        </span>
      ) : internal ? (
        'Another user'
      ) : address === null ? (
        '–'
      ) : (
        <Identifier value={address} />
      ),
  },
  { ...hashColumn, isHidden: true },
  { id: 'fee', label: 'Fee', cell: ({ fee }) => amountText(fee), isNumeric: true, isHidden: true },
];

/** How many wait for what; each opens the list behind it. */
function Queue() {
  const { data } = useQuery({
    queryKey: ['withdrawal-queue'],
    queryFn: async ({ signal }) => valueOrThrow(await call(withdrawalReviewEndpoints.queue, { signal })),
    refetchInterval: 10_000,
  });
  if (data === undefined) return null;
  const tile = (label: string, { count, oldest }: { count: number; oldest: string | null }, to: string) => (
    <Tile
      label={label}
      value={count}
      note={oldest === null ? undefined : <>Oldest: {<Age since={oldest} />}</>}
      to={`/wallet/withdrawals?${to}`}
      tone={label === 'Stuck' && count > 0 ? 'bad' : undefined}
    />
  );
  return (
    <div className="tiles">
      {tile('Held for a decision', data.held, 'stage=held&order=oldest')}
      {tile('In the queue', data.queued, 'stage=queued&order=oldest')}
      {tile('With the network', data.sent, 'status=confirming&order=oldest')}
      {tile('Stuck', data.stuck, 'stuck=true&order=oldest')}
      {tile('Bank transfers to send', data.bank, 'network=bank&order=queue')}
    </div>
  );
}

const bulk: readonly BulkDecision[] = ['approve', 'reject', 'hold', 'release'];

export function WithdrawalsPage() {
  const navigate = useNavigate();
  const may = useMay();
  const coins = useCoinFilters();
  const filters = useMemo(() => [...before, ...coins, ...after], [coins]);
  const { values, query, change } = useFilters(filters);
  const list = useList(withdrawalReviewEndpoints.list, { query, refreshMs: 10_000 });
  const [selection, setSelection] = useState<Readonly<Record<string, true>>>({});
  const open = (id: string): void => void navigate(`/wallet/withdrawals/${id}`);
  const chosen = list.rows.filter(({ id }) => selection[id]);
  return (
    <>
      <PageHead
        title="Withdrawals"
        text="Withdrawals of all coins. Held ones wait for your decision."
        actions={
          <>
            {may('thresholds.propose') && (
              <Button color="black" onClick={() => void askThresholds()}>
                When two people are needed
              </Button>
            )}
            {may('movements.export') && (
              <Button
                color="black"
                onClick={() => askExport('withdrawals', withdrawalReviewEndpoints.export, query)}
              >
                Export
              </Button>
            )}
          </>
        }
      />
      <Queue />
      <ListTable
        name="withdrawals"
        caption="Withdrawals"
        columns={columns}
        list={list}
        filters={<FilterBar name="withdrawals" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        emptyText="No withdrawals."
        selection={may('withdrawals.decide') ? selection : undefined}
        onSelection={setSelection}
        actions={
          chosen.length > 0 && (
            <>
              <span className="text-muted">{chosen.length} chosen</span>
              {bulk.map((decision) => (
                <Button
                  key={decision}
                  size="small"
                  color={decision === 'approve' ? 'green' : decision === 'reject' ? 'red' : 'black'}
                  onClick={() => askBulk(chosen, decision, { onDone: () => setSelection({}), onOpen: open })}
                >
                  {actionWords[decision].label}
                </Button>
              ))}
            </>
          )
        }
      />
    </>
  );
}
