import { type BookFinding, type BookLine, bookEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button, LinkButton } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge } from '#kit/badge.tsx';
import { CoinOnNetwork } from '#kit/coin-on-network.tsx';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useNarrowed } from '#kit/filters/use-narrowed.ts';
import { NetworkName } from '#kit/network-name.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Age, Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { Figure, RoundFigure } from './coin-amount.tsx';

function askLift(currency: string): void {
  askAction({
    title: `Let ${currency} go out again`,
    text: 'Explain the difference. The same difference won’t stop the coin again; a different one will.',
    confirm: 'Lift the stop',
    isDangerous: true,
    fields: [reasonField],
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(bookEndpoints.lift, { params: { currency }, body: { reason, confirmation } }),
        done: `${currency} goes out again.`,
      }),
  });
}

function Light({ line: { difference, stopped } }: { line: BookLine }) {
  if (stopped) return <Badge tone="bad">Stopped</Badge>;
  return difference === '0' ? <Badge tone="good">Agrees</Badge> : <Badge tone="bad">Differs</Badge>;
}

function Lift({ line: { currency, stopped } }: { line: BookLine }) {
  const may = useMay();
  if (!stopped || !may('books.lift')) return null;
  return (
    <Button size="small" color="black" onClick={() => askLift(currency)}>
      Lift the stop
    </Button>
  );
}

const columns: readonly Column<BookLine>[] = [
  {
    id: 'coin',
    label: 'Coin',
    main: 1,
    cell: ({ currency, network }) => <CoinOnNetwork currency={currency} network={network} />,
  },
  { id: 'light', label: 'Books', main: 2, cell: (line) => <Light line={line} /> },
  {
    id: 'difference',
    label: 'Difference',
    main: 4,
    cell: ({ difference }) => <Figure value={difference} />,
    isNumeric: true,
  },
  {
    id: 'custody',
    label: 'Custody',
    main: 3,
    cell: ({ custody }) => <RoundFigure value={custody} />,
    isNumeric: true,
  },
  { id: 'seen', label: 'Not credited', cell: ({ seen }) => <RoundFigure value={seen} />, isNumeric: true },
  { id: 'hot', label: 'Hot', cell: ({ hot }) => <RoundFigure value={hot} />, isNumeric: true },
  {
    id: 'users',
    label: 'At users’',
    cell: ({ users }) => <RoundFigure value={users} />,
    isNumeric: true,
  },
  { id: 'cold', label: 'Cold', cell: ({ cold }) => <RoundFigure value={cold} />, isNumeric: true },
  {
    id: 'in_flight',
    label: 'In flight',
    cell: ({ in_flight }) => <RoundFigure value={in_flight} />,
    isNumeric: true,
  },
  { id: 'height', label: 'Block', cell: ({ height }) => height, isNumeric: true, isHidden: true },
  { id: 'checked', label: 'Compared', cell: ({ checked }) => <Age since={checked} />, isNumeric: true },
  { id: 'lift', label: 'Do', cell: (line) => <Lift line={line} /> },
];

const findingColumns: readonly Column<BookFinding>[] = [
  { id: 'found', label: 'Found', cell: ({ found }) => <Time at={found} /> },
  { id: 'coin', label: 'Coin', cell: ({ currency }) => <b className="font-semibold">{currency}</b> },
  { id: 'network', label: 'Network', cell: ({ network }) => <NetworkName code={network} /> },
  {
    id: 'difference',
    label: 'Difference',
    cell: ({ difference }) => <Figure value={difference} />,
    isNumeric: true,
  },
  { id: 'on_chain', label: 'On chain', cell: ({ on_chain }) => <Figure value={on_chain} />, isNumeric: true },
  { id: 'custody', label: 'Custody', cell: ({ custody }) => <Figure value={custody} />, isNumeric: true },
  {
    id: 'state',
    label: 'State',
    cell: ({ ended, explanation }) =>
      ended !== null ? (
        <Badge>Over</Badge>
      ) : explanation !== null ? (
        <Badge tone="accent">Explained</Badge>
      ) : (
        <Badge tone="bad">Stands</Badge>
      ),
  },
  {
    id: 'explanation',
    label: 'Explanation',
    isText: true,
    cell: ({ explanation }) => explanation?.reason ?? '–',
  },
  { id: 'ended', label: 'Ended', cell: ({ ended }) => <Time at={ended} />, isHidden: true },
];

const byCoin = [{ name: 'currency', label: 'Coin', read: ({ currency }: BookLine) => currency }];

export function BooksPage() {
  const lines = useList(bookEndpoints.list, { refreshMs: 15_000 });
  const findings = useList(bookEndpoints.findings);
  const { rows, ...bar } = useNarrowed(lines.rows, byCoin);
  const ofCoin = findings.rows.filter(
    ({ currency }) => bar.values.currency === undefined || currency === bar.values.currency,
  );
  return (
    <>
      <PageHead
        title="Books"
        text="Coins on our addresses compared with the ledger. A lasting difference stops the coin until somebody lifts the stop."
        actions={
          <LinkButton color="black" to="/wallet/house">
            House accounts
          </LinkButton>
        }
      />
      <ListTable
        name="books"
        caption="Chains and books"
        columns={columns}
        list={{ ...lines, rows }}
        filters={<FilterBar name="books" filters={bar.filters} values={bar.values} onChange={bar.change} />}
        rowKey={({ network, currency }) => `${network} ${currency}`}
        emptyText="Nothing has been compared yet."
      />
      <Card title="Findings" flush>
        <ListTable
          name="findings"
          caption="Findings"
          columns={findingColumns}
          list={{ ...findings, rows: ofCoin }}
          rowKey={({ id }) => id}
          emptyText="No differences were ever found."
        />
      </Card>
    </>
  );
}
