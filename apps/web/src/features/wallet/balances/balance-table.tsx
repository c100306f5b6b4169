import { Link } from 'react-router';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { PrivateAmount } from '../components/private-amount.tsx';
import { ValueAmount } from '../components/value-amount.tsx';
import type { BalanceRow, BalanceSort } from '../model/balance-rows.ts';
import { usePrivacy } from '../model/privacy.ts';
import { PriceCell } from './price-cell.tsx';
import { RowActions } from './row-actions.tsx';

function CoinCell({ row }: { row: BalanceRow }) {
  const { t } = useTranslation();
  const hidden = usePrivacy((state) => state.hidden);
  const amount = `${formatNumber(row.incoming, { decimals: row.decimals, trimZeros: true })} ${row.code}`;
  return (
    <span className="flex items-center gap-3 py-1">
      <CoinLogo code={row.code} size={28} />
      <span className="min-w-0">
        <span className="block font-semibold">{row.code}</span>
        <span className="block text-xs text-muted">{row.name}</span>
        {/[1-9]/.test(row.incoming) && !hidden && (
          <Link to={`/wallet/deposit/${row.code}`} className="block text-xs text-accent hover:underline">
            {t('wallet.balances.incoming', { amount })}
          </Link>
        )}
      </span>
    </span>
  );
}

interface BalanceTableProps {
  rows: readonly BalanceRow[];
  loading: boolean;
  sort: { by: BalanceSort; reversed: boolean; onSort(by: BalanceSort): void };
  emptyText: string;
}

/** The balances where there is room for a table. */
export function BalanceTable({ rows, loading, sort, emptyText }: BalanceTableProps) {
  const { t } = useTranslation();
  const amount = (key: 'available' | 'orders' | 'locked'): TableColumn<BalanceRow> => ({
    key,
    label: t(`wallet.balances.${key}`),
    class: 'text-right',
    sortable: true,
    formatter: (value, { decimals }) => <PrivateAmount value={value} decimals={decimals} trimZeros />,
  });
  const columns: readonly TableColumn<BalanceRow>[] = [
    {
      key: 'code',
      label: t('wallet.balances.coin'),
      sortable: true,
      showLabelInShrinkedView: false,
      formatter: (_, row) => <CoinCell row={row} />,
    },
    amount('available'),
    amount('orders'),
    amount('locked'),
    {
      key: 'value',
      label: t('wallet.balances.value'),
      class: 'text-right',
      sortable: true,
      formatter: (value) => <ValueAmount value={value} />,
    },
    {
      key: 'rate',
      label: t('wallet.balances.price'),
      class: 'text-right',
      sortable: true,
      formatter: (_, row) => <PriceCell row={row} />,
    },
    {
      key: 'row:actions',
      label: t('wallet.balances.actions'),
      class: 'text-right',
      showLabelInShrinkedView: false,
      formatter: (_, row) => <RowActions row={row} />,
    },
  ];
  // Names begin at A, figures at the greatest.
  const ascending = (sort.by === 'code') !== sort.reversed;
  return (
    <Table
      caption={t('wallet.tabs.balances')}
      columns={columns}
      rows={rows}
      rowKey={({ code }) => code}
      loading={loading}
      skeletonRows={8}
      emptyText={emptyText}
      sort={{
        key: sort.by,
        direction: ascending ? 'ascending' : 'descending',
        onSort: (key) => sort.onSort(key as BalanceSort),
      }}
    />
  );
}
