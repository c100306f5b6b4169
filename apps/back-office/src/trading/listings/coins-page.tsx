import { listingEndpoints, type StaffCoin } from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { Badge } from '#kit/badge.tsx';
import { useNetworkNames } from '#kit/network-name.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { useList } from '#kit/use-list.ts';

function Networks({ codes }: { codes: readonly string[] }) {
  const nameOf = useNetworkNames();
  return codes.map(nameOf).join(', ') || '–';
}

const columns: readonly Column<StaffCoin>[] = [
  { id: 'code', label: 'Coin', main: 1, cell: ({ code }) => <b className="font-semibold">{code}</b> },
  { id: 'name', label: 'Name', main: 2, cell: ({ name }) => name },
  { id: 'decimals', label: 'Decimals', cell: ({ decimals }) => decimals, isNumeric: true },
  {
    id: 'networks',
    label: 'Networks',
    main: 3,
    cell: ({ networks }) => <Networks codes={networks.map(({ network }) => network)} />,
  },
  {
    id: 'contracts',
    label: 'Contracts',
    cell: ({ networks }) => networks.flatMap(({ contract }) => contract ?? []).join(', ') || '–',
    isHidden: true,
  },
  {
    id: 'shown',
    label: 'Shown',
    main: 4,
    cell: ({ hidden }) => <Badge tone={hidden ? 'warn' : 'good'}>{hidden ? 'Hidden' : 'Yes'}</Badge>,
  },
];

export function CoinsPage() {
  const may = useMay();
  const navigate = useNavigate();
  const list = useList(listingEndpoints.coins);
  return (
    <>
      <PageHead
        title="Coins"
        text="What can be held here. A coin is traded once it has a market."
        actions={
          may('markets.create') && (
            <Button onClick={() => void navigate('/trading/coins/new')}>New coin</Button>
          )
        }
      />
      <ListTable
        name="coins"
        caption="Coins"
        columns={columns}
        list={list}
        rowKey={({ code }) => code}
        onOpen={({ code }) => void navigate(`/trading/coins/${code}`)}
        emptyText="There is no coin yet."
      />
    </>
  );
}
