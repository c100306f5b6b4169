import { marketHaltEndpoints, type StaffMarket } from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { formatNumber } from '@emporion/web/ui/number/format-number.ts';
import { Link, useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { amountText } from '#kit/amount-text.ts';
import { Badge } from '#kit/badge.tsx';
import { ExactAmount } from '#kit/exact-amount.tsx';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useNarrowed } from '#kit/filters/use-narrowed.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { useList } from '#kit/use-list.ts';
import { marketStateNames, marketTones } from '#trading/words.ts';
import { askHaltAll, askOpeningOf } from './market-actions.ts';

const columns: readonly Column<StaffMarket>[] = [
  {
    id: 'pair',
    label: 'Market',
    cell: ({ pair }) => (
      <Link to={`/trading/markets/${pair}`} className="font-semibold text-accent hover:underline">
        {pair}
      </Link>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state }) => <Badge tone={marketTones[state]}>{marketStateNames[state]}</Badge>,
  },
  {
    id: 'price',
    label: 'Last price',
    cell: ({ price }) => (price === null ? '–' : <ExactAmount value={price} />),
    isNumeric: true,
  },
  {
    id: 'change',
    label: '24 h',
    cell: ({ change }) => (change === null ? '–' : `${change}%`),
    isNumeric: true,
  },
  {
    id: 'volume',
    label: 'Volume 24 h',
    cell: ({ volume, quote }) => `${formatNumber(volume, { decimals: 2 })} ${quote}`,
    isNumeric: true,
  },
  {
    id: 'orders',
    label: 'Open orders',
    cell: ({ pair, open_orders }) => (
      <Link to={`/trading/orders?pair=${pair}&status=open`} className="num text-accent hover:underline">
        {open_orders}
      </Link>
    ),
    isNumeric: true,
  },
  { id: 'tick', label: 'Tick', cell: ({ rules }) => rules.tick, isNumeric: true },
  { id: 'lot', label: 'Lot', cell: ({ rules }) => rules.lot, isNumeric: true },
  {
    id: 'minimum',
    label: 'Minimum',
    cell: ({ rules, quote }) => amountText(rules.cost_min, quote),
    isNumeric: true,
  },
  { id: 'band', label: 'Band', cell: ({ rules }) => `${rules.band}%`, isNumeric: true },
];

const narrowings = [
  {
    ...{ name: 'state', label: 'State', read: ({ state }: StaffMarket): string => state },
    word: (state: string) => marketStateNames[state as StaffMarket['state']] ?? state,
  },
  { name: 'quote', label: 'Priced in', read: ({ quote }: StaffMarket) => quote },
];

export function MarketsPage() {
  const navigate = useNavigate();
  const may = useMay();
  const list = useList(marketHaltEndpoints.list, { refreshMs: 10_000 });
  const { rows, ...bar } = useNarrowed(list.rows, narrowings);
  const halted = list.rows.filter(({ set_state }) => set_state === 'halted').map(({ pair }) => pair);
  return (
    <>
      <PageHead
        title="Markets"
        text="One person can stop a market. Opening it needs two."
        actions={
          <>
            {may('markets.create') && (
              <Button onClick={() => void navigate('/trading/markets/new')}>New market</Button>
            )}
            {may('markets.propose') && halted.length > 1 && (
              <Button color="green" onClick={() => askOpeningOf(halted)}>
                Open all halted
              </Button>
            )}
            {may('markets.halt') && (
              <Button color="red" onClick={askHaltAll}>
                Halt all markets
              </Button>
            )}
          </>
        }
      />
      <ListTable
        name="markets"
        caption="Markets"
        columns={columns}
        list={{ ...list, rows }}
        filters={<FilterBar name="markets" filters={bar.filters} values={bar.values} onChange={bar.change} />}
        rowKey={({ pair }) => pair}
        onOpen={({ pair }) => void navigate(`/trading/markets/${pair}`)}
        emptyText="There is no market yet."
      />
    </>
  );
}
