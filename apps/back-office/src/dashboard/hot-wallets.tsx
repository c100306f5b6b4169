import { type FundLine, treasuryEndpoints } from '@emporion/contracts/rest';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { Link } from 'react-router';
import { NetworkName } from '#kit/network-name.tsx';
import type { Column } from '#kit/table/column.ts';
import { PlainTable } from '#kit/table/plain-table.tsx';
import { useList } from '#kit/use-list.ts';
import { RoundFigure } from '#wallet/coin-amount.tsx';
import { Cover, Level } from '#wallet/funds-page.tsx';

const columns: readonly Column<FundLine>[] = [
  {
    id: 'coin',
    label: 'Coin',
    cell: ({ currency, network }) => (
      <Link to={`/wallet/funds?currency=${currency}`} className="hover:underline">
        <b className="font-semibold">{currency}</b> <NetworkName code={network} />
      </Link>
    ),
  },
  {
    id: 'payable',
    label: 'Payable',
    cell: ({ payable }) => <RoundFigure value={payable} />,
    isNumeric: true,
  },
  {
    id: 'cover',
    label: 'Lasts for',
    cell: ({ cover_hours }) => <Cover hours={cover_hours} />,
    isNumeric: true,
  },
  { id: 'level', label: 'Floor – target – ceiling', cell: (line) => <Level line={line} /> },
];

/** What payouts are made from, of coins that have limits or too little, and how long it lasts. */
export function HotWallets() {
  const { rows } = useList(treasuryEndpoints.funds, { refreshMs: 60_000 });
  const shown = rows.filter(({ level, cover_hours }) => level !== 'unlimited' || (cover_hours ?? 100) < 72);
  if (shown.length === 0) return null;
  return (
    <Card
      title="Hot wallets"
      flush
      actions={
        <Link to="/wallet/funds" className="text-accent hover:underline">
          Hot and cold
        </Link>
      }
    >
      <PlainTable
        caption="Hot wallets against their limits"
        columns={columns}
        rows={shown}
        rowKey={({ network, currency }) => `${network} ${currency}`}
      />
    </Card>
  );
}
