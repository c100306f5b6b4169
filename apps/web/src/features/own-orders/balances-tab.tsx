import type { Balance, CoinRate, Pair } from '@emporion/contracts/rest';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { browserStorage } from '#api/browser-storage.ts';
import { rateEndpoints } from '#api/contract/rates.ts';
import { balanceQuery, valueOrThrow } from '#api/queries.ts';
import { chosen } from '#language/brand.ts';
import { fromUnits, timesUnits, toUnits } from '#market/units.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { noNumber } from '#ui/number/format-number.ts';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

export interface BalanceRow {
  readonly coin: string;
  readonly actual: string;
  readonly orders: string;
  /** Of both together, in the currency that was asked for; null while it is unknown. */
  readonly value: string | null;
}

type Rates = readonly Pick<CoinRate, 'coin' | 'rate'>[];

/** The coins of the pair, held or not, and then every other that is held, by name. */
export function balanceRows(balance: Balance, pairCoins: readonly string[], rates: Rates = []): BalanceRow[] {
  const rowOf = (coin: string): BalanceRow => {
    const { actual, orders } = balance[coin] ?? { actual: '0', orders: '0' };
    const rate = rates.find((each) => each.coin === coin)?.rate ?? null;
    const total = fromUnits(toUnits(actual) + toUnits(orders));
    // Nothing of a coin is worth nothing, whatever its price.
    const value = total === '0' ? '0' : rate === null ? null : timesUnits(total, rate);
    return { coin, actual, orders, value };
  };
  const others = Object.keys(balance)
    .filter((coin) => !pairCoins.includes(coin))
    .sort()
    .map(rowOf)
    .filter(({ actual, orders }) => actual !== '0' || orders !== '0');
  return [...pairCoins.map(rowOf), ...others];
}

const sortKeys = ['coin', 'actual', 'orders', 'value'] as const;
type SortKey = (typeof sortKeys)[number];

export interface BalanceOrder {
  readonly by: SortKey;
  readonly ascending: boolean;
}

/** Rows by a column; rows of unknown value come last in both directions. */
export function sortBalances(rows: readonly BalanceRow[], { by, ascending }: BalanceOrder): BalanceRow[] {
  const turned = ascending ? 1 : -1;
  return rows.toSorted((one, other) => {
    if (by === 'coin') return one.coin.localeCompare(other.coin) * turned;
    const [left, right] = [one[by], other[by]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const difference = toUnits(left) - toUnits(right);
    return difference === 0n ? 0 : (difference > 0n ? 1 : -1) * turned;
  });
}

/** Without what is worth less than one unit of the currency. An unknown value may be a large one. */
export function withoutSmall(rows: readonly BalanceRow[]): BalanceRow[] {
  return rows.filter(({ value }) => value === null || toUnits(value) >= toUnits('1'));
}

/** What values are shown in: the currency of the exchange. */
const currency = chosen.currency ?? 'USD';

const ratesQuery = queryOptions({
  queryKey: ['market', 'rates', currency],
  queryFn: async ({ signal }) =>
    valueOrThrow(await call(rateEndpoints.list, { query: { in: currency }, signal })).results,
  refetchInterval: 60_000,
  refetchIntervalInBackground: false,
});

const smallKey = 'trade_small_hidden';

/** Whether small balances are left out; this browser remembers it. */
function useSmallHidden(): readonly [boolean, (hidden: boolean) => void] {
  const [hidden, setHidden] = useState(browserStorage.getItem(smallKey) === 'true');
  const change = (next: boolean): void => {
    browserStorage.setItem(smallKey, String(next));
    setHidden(next);
  };
  return [hidden, change];
}

/** What is held, the coins of the pair first, with the way to bring more. */
export function BalancesTab({ pair }: { pair: Pair }) {
  const { t } = useTranslation();
  const balance = useQuery(balanceQuery).data?.balance;
  const rates = useQuery(ratesQuery).data;
  const [hidden, setHidden] = useSmallHidden();
  // The coins of the pair come first until a column is chosen.
  const [order, setOrder] = useState<BalanceOrder | null>(null);
  const all = balanceRows(balance ?? {}, [pair.base.code, pair.quote.code], rates);
  const wanted = hidden ? withoutSmall(all) : all;
  const rows = order === null ? wanted : sortBalances(wanted, order);
  const sortBy = (key: string): void => {
    const by = sortKeys.find((each) => each === key) ?? 'value';
    // Names begin at A, figures at the greatest.
    setOrder((before) => ({ by, ascending: before?.by === by ? !before.ascending : by === 'coin' }));
  };
  const right = 'text-right';
  const columns: readonly TableColumn<BalanceRow>[] = [
    {
      key: 'coin',
      tdClass: 'row-head',
      label: t('trade.balances.coin'),
      sortable: true,
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
      sortable: true,
      formatter: (amount) => <Amount value={amount} trimZeros />,
    },
    {
      key: 'orders',
      label: t('trade.balances.orders'),
      class: right,
      sortable: true,
      formatter: (amount) => <Amount value={amount} trimZeros />,
    },
    {
      key: 'value',
      label: t('trade.balances.value', { currency }),
      class: right,
      sortable: true,
      formatter: (value) =>
        value === null ? (
          <span className="no-figure text-muted">{noNumber}</span>
        ) : (
          <Amount value={value} decimals={2} dimZeros={false} />
        ),
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
    <>
      <div className="flex px-3 pt-1">
        <Checkbox label={t('trade.balances.small')} value={hidden} onValueChange={setHidden} />
      </div>
      <Table
        className="orders-table"
        caption={t('trade.orders.balances')}
        columns={columns}
        rows={rows}
        rowKey={({ coin }) => coin}
        loading={balance === undefined}
        skeletonRows={2}
        emptyText={t('trade.balances.noneLarge')}
        sort={{
          key: order?.by ?? '',
          direction: order?.ascending ? 'ascending' : 'descending',
          onSort: sortBy,
        }}
      />
    </>
  );
}
