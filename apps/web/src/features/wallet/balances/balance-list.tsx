import { type ReactNode, useState } from 'react';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { PrivateAmount } from '../components/private-amount.tsx';
import { ValueAmount } from '../components/value-amount.tsx';
import type { BalanceRow } from '../model/balance-rows.ts';
import { PriceCell } from './price-cell.tsx';
import { RowActions } from './row-actions.tsx';

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 py-1">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}

function BalanceItem({ row }: { row: BalanceRow }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const shown = { decimals: row.decimals, trimZeros: true };
  return (
    <li className="border-t hairline">
      <details className="group" onToggle={() => setOpened(true)}>
        <summary className="flex min-h-16 list-none items-center gap-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
          <CoinLogo code={row.code} size={32} />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{row.code}</span>
            <span className="block truncate text-xs text-muted">{row.name}</span>
          </span>
          <span className="text-end">
            <ValueAmount value={row.value} className="block font-semibold" />
            <PrivateAmount
              value={row.total}
              {...shown}
              unit={row.code}
              className="block text-xs text-muted"
            />
          </span>
          <Icon name="chevron-down" size={16} className="flex-none text-muted group-open:rotate-180" />
        </summary>
        {opened && (
          <div className="px-4 pb-3">
            <dl>
              {(['available', 'orders', 'locked'] as const).map((part) => (
                <Detail key={part} name={t(`wallet.balances.${part}`)}>
                  <PrivateAmount value={row[part]} {...shown} unit={row.code} />
                </Detail>
              ))}
              <Detail name={t('wallet.balances.price')}>
                <PriceCell row={row} />
              </Detail>
            </dl>
            <RowActions row={row} labelled />
          </div>
        )}
      </details>
    </li>
  );
}

/** The balances where there is no room for a table: one line each, which opens into the rest. */
export function BalanceList({
  rows,
  loading,
  emptyText,
}: {
  rows: readonly BalanceRow[];
  loading: boolean;
  emptyText: string;
}) {
  const { t } = useTranslation();
  if (loading) {
    return ['one', 'two', 'three', 'four', 'five'].map((line) => (
      <div key={line} className="flex h-16 items-center border-t hairline px-4">
        <Skeleton className="h-8" />
      </div>
    ));
  }
  if (rows.length === 0)
    return <p className="border-t hairline px-4 py-8 text-center text-muted">{emptyText}</p>;
  return (
    <ul aria-label={t('wallet.tabs.balances')}>
      {rows.map((row) => (
        <BalanceItem key={row.code} row={row} />
      ))}
    </ul>
  );
}
