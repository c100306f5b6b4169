import type { Dashboard } from '@emporion/contracts/rest';
import { CoinLogo } from '@emporion/web/ui/coin/coin-logo.tsx';
import { Amount } from '@emporion/web/ui/number/amount.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { Link } from 'react-router';
import type { Column } from '#kit/table/column.ts';
import { PlainTable } from '#kit/table/plain-table.tsx';
import { periodName } from './period-name.ts';

type Periods = NonNullable<Dashboard['fees']>;

const account = encodeURIComponent('house:fees');

const columnsOf = (periods: Periods): readonly Column<string>[] => [
  {
    id: 'coin',
    label: 'Coin',
    main: 1,
    cell: (coin) => (
      <span className="inline-flex items-center gap-2 font-semibold">
        <CoinLogo code={coin} size={18} />
        {coin}
      </span>
    ),
  },
  ...periods.map(({ days, from, earned }, index) => ({
    id: String(days),
    // On a phone today stands beside the coin, and the rest behind a button.
    ...(index === 0 && { main: 2 as const }),
    label: periodName(days),
    isNumeric: true,
    cell: (coin: string) => (
      <Link
        to={`/wallet/house/lines?account=${account}&currency=${coin}&from=${from}`}
        className="hover:underline"
      >
        <Amount
          value={earned.find(({ currency }) => currency === coin)?.amount ?? '0'}
          decimals={8}
          trimZeros
        />
      </Link>
    ),
  })),
];

/** What the house earned, coin by coin. Each figure opens the ledger lines that come to it. */
export function Fees({ periods }: { periods: Periods }) {
  const coins = [...new Set(periods.flatMap(({ earned }) => earned.map(({ currency }) => currency)))];
  return (
    <Card
      title="Fees earned (UTC)"
      flush={coins.length > 0}
      actions={
        <Link to={`/wallet/house/lines?account=${account}`} className="text-accent hover:underline">
          Ledger lines
        </Link>
      }
    >
      {coins.length === 0 ? (
        <p className="text-muted">Nothing was earned in the last 30 days.</p>
      ) : (
        <PlainTable
          caption="Fees earned, less those that were given back"
          columns={columnsOf(periods)}
          rows={coins}
          rowKey={(coin) => coin}
        />
      )}
    </Card>
  );
}
