import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browserStorage } from '#api/browser-storage.ts';
import { pairsQuery } from '#api/queries.ts';
import { SelectList } from '#ui/field/select-list.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { useIsNarrow } from '#ui/layout/use-width.ts';
import { Card } from '#ui/surface/card.tsx';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { walletsQuery } from '../api/queries.ts';
import { useWalletCoins } from '../api/use-wallet-coins.ts';
import { ratesQuery } from '../api/value-queries.ts';
import { CurrencyChooser } from '../components/currency-chooser.tsx';
import { FailureState } from '../components/failure-state.tsx';
import { type BalanceSort, balanceRows, balanceSorts, viewBalances } from '../model/balance-rows.ts';
import { useCurrency } from '../model/currency.ts';
import { BalanceList } from './balance-list.tsx';
import { BalanceTable } from './balance-table.tsx';

const smallKey = 'wallet_small_hidden';

type Shown = 'all' | 'large';

/** Whether small balances are left out; this browser remembers it. */
function useShown(): [Shown, (shown: Shown) => void] {
  const [shown, setShown] = useState<Shown>(browserStorage.getItem(smallKey) === 'true' ? 'large' : 'all');
  return [
    shown,
    (next) => {
      browserStorage.setItem(smallKey, String(next === 'large'));
      setShown(next);
    },
  ];
}

/** The rows of the table, from everything that they are made of. */
function useRows() {
  const { language } = useTranslation().i18n;
  const { coins, error, retry, retrying } = useWalletCoins();
  const currency = useCurrency();
  const wallets = useQuery(walletsQuery);
  const rates = useQuery(ratesQuery(currency)).data;
  const pairs = useQuery(pairsQuery).data?.pairs;
  const failed = wallets.data === undefined ? wallets.error : null;
  return {
    rows: coins === undefined ? [] : balanceRows({ coins, wallets: wallets.data, rates, pairs, language }),
    // What a dollar is worth in the currency; less than that is small.
    smallBelow: rates?.find(({ coin }) => coin === 'USDT')?.rate ?? null,
    loading: coins === undefined || wallets.data === undefined,
    error: error ?? failed,
    retrying: retrying || wallets.isFetching,
    retry: () => {
      if (error !== null) retry();
      if (failed !== null) void wallets.refetch();
    },
  };
}

/** Every coin with what there is of it, to be searched and sorted. */
export function BalancesPage() {
  const { t } = useTranslation();
  const { rows, smallBelow, loading, error, retrying, retry } = useRows();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useShown();
  const [sorting, setSorting] = useState<{ by: BalanceSort; reversed: boolean }>({
    by: 'value',
    reversed: false,
  });
  const sortBy = (by: BalanceSort): void =>
    setSorting((before) => ({ by, reversed: before.by === by && !before.reversed }));
  const narrow = useIsNarrow();
  const view = viewBalances(rows, { search, hideSmall: shown === 'large', smallBelow, ...sorting });
  const emptyText = search.trim() === '' ? t('wallet.balances.noneLarge') : t('wallet.balances.none');
  if (error !== null) {
    return (
      <Card>
        <FailureState title={t('wallet.unread.balances')} error={error} retry={retry} retrying={retrying} />
      </Card>
    );
  }
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-3 p-4">
        <TextField
          label={t('wallet.balances.search')}
          hideLabel
          type="search"
          placeholder={t('wallet.balances.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className="w-full sm:w-56"
        />
        <SegmentedControl<Shown>
          label={t('wallet.balances.show')}
          segments={[
            { value: 'all', label: t('wallet.balances.all') },
            { value: 'large', label: t('wallet.balances.hideSmall') },
          ]}
          value={shown}
          onValueChange={setShown}
          className="max-sm:w-full"
        />
        <div className="ml-auto flex items-center gap-2 max-sm:w-full max-sm:justify-between">
          <SelectList
            label={t('wallet.balances.sort')}
            hideLabel
            className="w-40 lg:hidden"
            value={sorting.by}
            onValueChange={(by) => setSorting({ by: by as BalanceSort, reversed: false })}
            options={balanceSorts.map((by) => ({ value: by, html: t(`wallet.balances.${nameOf(by)}`) }))}
          />
          <CurrencyChooser />
        </div>
      </div>
      {narrow ? (
        <BalanceList rows={view} loading={loading} emptyText={emptyText} />
      ) : (
        <BalanceTable
          rows={view}
          loading={loading}
          sort={{ ...sorting, onSort: sortBy }}
          emptyText={emptyText}
        />
      )}
    </Card>
  );
}

function nameOf(by: BalanceSort): string {
  if (by === 'code') return 'coin';
  return by === 'rate' ? 'price' : by;
}
