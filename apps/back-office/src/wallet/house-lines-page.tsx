import { type HouseLine, treasuryEndpoints } from '@emporion/contracts/rest';
import { useSearchParams } from 'react-router';
import { inWords } from '#kit/badge.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { Figure } from './coin-amount.tsx';

const columns: readonly Column<HouseLine>[] = [
  { id: 'time', label: 'Time', cell: ({ time }) => <Time at={time} /> },
  { id: 'kind', label: 'Why', cell: ({ kind }) => inWords(kind) },
  { id: 'coin', label: 'Coin', cell: ({ currency }) => currency },
  { id: 'amount', label: 'Amount', cell: ({ amount }) => <Figure value={amount} />, isNumeric: true },
  { id: 'balance', label: 'Balance', cell: ({ balance }) => <Figure value={balance} />, isNumeric: true },
  {
    id: 'reference',
    label: 'Belongs to',
    cell: ({ reference }) => <span className="font-mono text-xs break-all">{reference}</span>,
  },
];

export function HouseLinesPage() {
  const [params] = useSearchParams();
  const account = params.get('account') ?? 'house:fees';
  const currency = params.get('currency') ?? undefined;
  const from = params.get('from') ?? undefined;
  const list = useList(treasuryEndpoints.houseLines, { query: { account, currency, from } });
  return (
    <>
      <PageHead
        title={account}
        text={
          from === undefined
            ? 'Every ledger line of the account, newest first.'
            : `The ledger lines of the account since ${from.slice(0, 10)} (UTC), newest first.`
        }
      />
      <ListTable
        name="house-lines"
        caption="Ledger lines"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        emptyText={
          from === undefined ? 'Nothing was ever booked here.' : 'Nothing was booked here since then.'
        }
      />
    </>
  );
}
