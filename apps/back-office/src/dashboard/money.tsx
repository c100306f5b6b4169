import type { Dashboard } from '@emporion/contracts/rest';
import { CoinLogo } from '@emporion/web/ui/coin/coin-logo.tsx';
import { Amount } from '@emporion/web/ui/number/amount.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { Link } from 'react-router';
import { Badge } from '#kit/badge.tsx';
import type { Column } from '#kit/table/column.ts';
import { PlainTable } from '#kit/table/plain-table.tsx';
import { Age } from '#kit/time.tsx';

type Position = NonNullable<Dashboard['money']>[number];

/** Whether the books agree with the chains, in a word. What lies with banks nobody but staff compares. */
function State({ kind, stopped, difference, surplus, checked }: Position) {
  if (stopped) return <Badge tone="bad">Stopped</Badge>;
  if (difference !== '0') return <Badge tone="bad">Differs</Badge>;
  if (kind === 'fiat')
    return surplus.startsWith('-') ? <Badge tone="warn">Short</Badge> : <Badge>At banks</Badge>;
  if (checked === null) return <Badge>Not compared</Badge>;
  if (surplus.startsWith('-')) return <Badge tone="warn">Short</Badge>;
  return <Badge tone="good">Agrees</Badge>;
}

const figures = [
  { label: 'Owed to users', field: 'liabilities', main: 3 },
  { label: 'On chain or at banks', field: 'on_chain' },
  { label: 'In flight', field: 'in_flight' },
  { label: 'Surplus', field: 'surplus', main: 4 },
  { label: 'Difference', field: 'difference' },
] as const;

/** The list behind a figure. What lies with banks is in the house's accounts. */
function listOf({ currency, kind }: Position, field: (typeof figures)[number]['field'] | 'books'): string {
  if (kind === 'fiat') return `/wallet/house?currency=${currency}`;
  if (field === 'liabilities') return `/wallet/house?currency=${currency}`;
  if (field === 'on_chain') return `/wallet/funds?currency=${currency}`;
  if (field === 'in_flight') return `/wallet/withdrawals?currency=${currency}&status=confirming`;
  return `/wallet/books?currency=${currency}`;
}

const columns: readonly Column<Position>[] = [
  {
    id: 'coin',
    label: 'Coin',
    main: 1,
    cell: ({ currency }) => (
      <Link
        to={`/trading/coins/${currency}`}
        className="inline-flex items-center gap-2 font-semibold hover:underline"
      >
        <CoinLogo code={currency} size={18} />
        {currency}
      </Link>
    ),
  },
  ...figures.map(({ field, ...column }) => ({
    ...column,
    id: field,
    isNumeric: true,
    cell: (position: Position) => (
      <Link to={listOf(position, field)} className="hover:underline">
        <Amount value={position[field]} decimals={8} trimZeros />
      </Link>
    ),
  })),
  {
    id: 'books',
    label: 'Books',
    main: 2,
    cell: (position) => (
      <Link to={listOf(position, 'books')}>
        <State {...position} />
      </Link>
    ),
  },
  { id: 'compared', label: 'Compared', isNumeric: true, cell: ({ checked }) => <Age since={checked} /> },
];

/** What is owed against what there is, coin by coin. Coins of which there is nothing are left out. */
export function Money({ money }: { money: readonly Position[] }) {
  const shown = money.filter(
    ({ liabilities, on_chain, stopped }) => liabilities !== '0' || on_chain !== '0' || stopped,
  );
  return (
    <Card
      title="Money"
      flush={shown.length > 0}
      actions={
        <Link to="/wallet/books" className="text-accent hover:underline">
          Books
        </Link>
      }
    >
      {shown.length === 0 ? (
        <p className="text-muted">Nothing is owed to anybody, and nothing lies on chains or with banks.</p>
      ) : (
        <PlainTable
          caption="What is owed to users and what lies on chains and with banks"
          columns={columns}
          rows={shown}
          rowKey={({ currency }) => currency}
        />
      )}
    </Card>
  );
}
