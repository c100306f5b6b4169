import type { Balance, Pair } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '#api/queries.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

interface BalanceRow {
  readonly coin: string;
  readonly actual: string;
  readonly orders: string;
}

/** The coins of the pair, held or not, and then every other that is held, by name. */
export function balanceRows(balance: Balance, pairCoins: readonly string[]): BalanceRow[] {
  const rowOf = (coin: string): BalanceRow => {
    const held = balance[coin];
    return { coin, actual: held?.actual ?? '0', orders: held?.orders ?? '0' };
  };
  const others = Object.keys(balance)
    .filter((coin) => !pairCoins.includes(coin))
    .sort()
    .map(rowOf)
    .filter(({ actual, orders }) => actual !== '0' || orders !== '0');
  return [...pairCoins.map(rowOf), ...others];
}

/** What is held, the coins of the pair first, with the way to bring more. */
export function BalancesTab({ pair }: { pair: Pair }) {
  const { t } = useTranslation();
  const balance = useQuery(balanceQuery).data?.balance;
  const rows = balanceRows(balance ?? {}, [pair.base.code, pair.quote.code]);
  const right = 'text-right';
  const columns: readonly TableColumn<BalanceRow>[] = [
    {
      key: 'coin',
      tdClass: 'row-head',
      label: t('trade.balances.coin'),
      formatter: (coin) => (
        <span className="flex items-center gap-2 font-semibold">
          <CoinLogo code={coin} size={20} />
          {coin}
        </span>
      ),
    },
    {
      key: 'actual',
      label: t('trade.available'),
      class: right,
      formatter: (amount) => <Amount value={amount} trimZeros />,
    },
    {
      key: 'orders',
      label: t('trade.balances.orders'),
      class: right,
      formatter: (amount) => <Amount value={amount} trimZeros />,
    },
    {
      key: 'row:deposit',
      tdClass: 'row-head row-end',
      label: t('trade.orders.actions'),
      class: right,
      showLabelInShrinkedView: false,
      formatter: (_, { coin }) => (
        <LinkButton size="small" variant="flat" to={`/wallet/deposit/${coin}`}>
          {t('trade.depositCoin', { coin })}
        </LinkButton>
      ),
    },
  ];
  return (
    <Table
      className="orders-table"
      caption={t('trade.orders.balances')}
      columns={columns}
      rows={rows}
      rowKey={({ coin }) => coin}
      loading={balance === undefined}
      skeletonRows={2}
    />
  );
}
