import { useState } from 'react';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { Card } from '#ui/surface/card.tsx';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { findRows, type NetworkRow } from './fee-model.ts';

interface NetworksCardProps {
  rows: readonly NetworkRow[];
  loading: boolean;
}

/** What deposits and withdrawals cost and take, by coin and network. */
export function NetworksCard({ rows, loading }: NetworksCardProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const free = t('fees.free');
  const amount = (value: string | null, none: string) =>
    value === null || !/[1-9]/.test(value) ? (
      <span className="text-muted">{none}</span>
    ) : (
      <Amount value={value} decimals={18} trimZeros />
    );
  const cell = (key: `row:${string}`, label: string, show: (row: NetworkRow) => React.ReactNode) => ({
    ...{ key, label, class: 'text-right' },
    formatter: (_: undefined, row: NetworkRow) => show(row),
  });
  const columns: readonly TableColumn<NetworkRow>[] = [
    {
      key: 'row:coin',
      label: t('fees.coin'),
      formatter: (_, { coin }) => (
        <span className="inline-flex items-center gap-2 font-semibold">
          <CoinLogo code={coin.code} size={20} />
          {coin.code}
        </span>
      ),
    },
    { key: 'networkName', label: t('fees.network') },
    cell('row:depositMin', t('fees.depositMin'), ({ network }) =>
      network.disable_topups ? (
        <span className="text-muted">{t('fees.off')}</span>
      ) : (
        amount(network.limits.deposit.min, t('fees.none'))
      ),
    ),
    cell('row:depositFee', t('fees.depositFee'), ({ network }) => amount(network.fee.deposit, free)),
    cell('row:withdrawalFee', t('fees.withdrawalFee'), ({ network }) =>
      network.disable_withdrawals ? (
        <span className="text-muted">{t('fees.off')}</span>
      ) : (
        amount(network.fee.withdrawal, free)
      ),
    ),
    cell('row:withdrawalMin', t('fees.withdrawalMin'), ({ network }) =>
      amount(network.limits.withdrawal.min, t('fees.none')),
    ),
    cell('row:withdrawalMax', t('fees.withdrawalMax'), ({ network }) =>
      amount(network.limits.withdrawal.max, t('fees.none')),
    ),
  ];
  return (
    <Card title={t('fees.moving')}>
      <div className="mb-4 max-w-80">
        <TextField
          label={t('fees.search')}
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <Table
        caption={t('fees.moving')}
        columns={columns}
        rows={findRows(rows, text)}
        rowKey={({ key }) => key}
        loading={loading}
        skeletonRows={8}
        emptyText={t('fees.nothingFound')}
      />
      <p className="mt-3 text-xs text-pretty text-muted">{t('fees.movingNote')}</p>
    </Card>
  );
}
