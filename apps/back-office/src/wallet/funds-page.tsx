import { type ColdRefill, coldEndpoints, type FundLine, treasuryEndpoints } from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { Link, useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { amountText } from '#kit/amount-text.ts';
import { Badge, inWords, type Tone } from '#kit/badge.tsx';
import { CoinOnNetwork } from '#kit/coin-on-network.tsx';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useNarrowed } from '#kit/filters/use-narrowed.ts';
import { Identifier } from '#kit/identifier.tsx';
import { NetworkName } from '#kit/network-name.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Age, durationText, Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { CoinAmount, RoundFigure } from './coin-amount.tsx';
import { askHotLimits, askNewRefill, askSweep } from './fund-actions.ts';

const levels: Readonly<Record<FundLine['level'], readonly [Tone, string]>> = {
  unlimited: ['plain', 'No limits set'],
  short: ['bad', 'Less than is queued'],
  below_floor: ['bad', 'Below the floor'],
  between: ['good', 'Within limits'],
  above_ceiling: ['warn', 'Above the ceiling'],
};

export function Level({ line: { level, limits } }: { line: FundLine }) {
  const [tone, word] = levels[level];
  return (
    <span className="inline-flex flex-col items-start">
      <Badge tone={tone}>{word}</Badge>
      {limits !== null && (
        <span className="num text-xs text-muted">
          {amountText(limits.floor)} – {amountText(limits.target)} –{' '}
          {limits.ceiling === null ? 'no ceiling' : amountText(limits.ceiling)}
        </span>
      )}
    </span>
  );
}

/** Beyond it nobody counts. */
const yearHours = 8_766;

export function Cover({ hours }: { hours: number | null }) {
  if (hours === null) return <span className="text-muted">Nothing paid</span>;
  if (hours > yearHours) return 'More than a year';
  return <span className={hours < 24 ? 'text-warn' : undefined}>{durationText(hours * 3_600)}</span>;
}

function LineActions({ line }: { line: FundLine }) {
  const may = useMay();
  const { refill } = line;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {refill !== null && (
        <Link to={`/wallet/refills/${refill.id}`} className="text-accent hover:underline">
          Refill: {refill.status}
        </Link>
      )}
      {may('cold.move') && line.sweeps.possible && (
        <Button size="small" variant="flat" disabled={line.sweeps.asked} onClick={() => askSweep(line)}>
          {line.sweeps.asked ? 'Sweeping' : 'Sweep now'}
        </Button>
      )}
      {may('cold.move') && line.cold_address !== null && (
        <>
          {refill === null && (
            <Button size="small" variant="flat" onClick={() => askNewRefill(line)}>
              Refill
            </Button>
          )}
          <Button size="small" variant="flat" onClick={() => askHotLimits(line)}>
            Limits
          </Button>
        </>
      )}
    </span>
  );
}

const columns: readonly Column<FundLine>[] = [
  {
    id: 'coin',
    label: 'Coin',
    main: 1,
    cell: ({ currency, network }) => <CoinOnNetwork currency={currency} network={network} />,
  },
  {
    id: 'payable',
    label: 'Payable',
    main: 2,
    cell: ({ payable }) => <RoundFigure value={payable} />,
    isNumeric: true,
  },
  {
    id: 'queued',
    label: 'Asked for, held ones too',
    cell: ({ queued }) => <RoundFigure value={queued} />,
    isNumeric: true,
  },
  { id: 'paid', label: 'Paid in 24 h', cell: ({ paid }) => <RoundFigure value={paid} />, isNumeric: true },
  {
    id: 'cover',
    label: 'Lasts for',
    main: 4,
    cell: ({ cover_hours }) => <Cover hours={cover_hours} />,
    isNumeric: true,
  },
  { id: 'level', label: 'Floor – target – ceiling', main: 3, cell: (line) => <Level line={line} /> },
  {
    id: 'hot',
    label: 'Hot',
    cell: ({ hot }) => <RoundFigure value={hot} />,
    isNumeric: true,
    isHidden: true,
  },
  {
    id: 'users',
    label: 'To sweep',
    cell: ({ users, sweeps }) => (
      <>
        <RoundFigure value={users} />
        {sweeps.last !== null && (
          <span className="block text-xs text-muted">
            {sweeps.open} open, last <Age since={sweeps.last} /> ago
          </span>
        )}
      </>
    ),
    isNumeric: true,
  },
  { id: 'cold', label: 'Cold', cell: ({ cold }) => <RoundFigure value={cold} />, isNumeric: true },
  { id: 'actions', label: 'Do', cell: (line) => <LineActions line={line} /> },
  { id: 'checked', label: 'Compared', cell: ({ checked }) => <Age since={checked} />, isHidden: true },
  {
    id: 'hot_address',
    label: 'Hot address',
    cell: ({ hot_address }) => (hot_address === null ? '–' : <Identifier value={hot_address} />),
    isHidden: true,
  },
  {
    id: 'cold_address',
    label: 'Cold address',
    cell: ({ cold_address }) => (cold_address === null ? 'None' : <Identifier value={cold_address} />),
    isHidden: true,
  },
];

const refillColumns: readonly Column<ColdRefill>[] = [
  {
    id: 'date',
    label: 'Asked for',
    cell: ({ id, date }) => (
      <Link to={`/wallet/refills/${id}`} className="hover:underline">
        <Time at={date} />
      </Link>
    ),
  },
  {
    id: 'amount',
    label: 'Amount',
    cell: ({ amount, currency }) => <CoinAmount value={amount} coin={currency} />,
    isNumeric: true,
  },
  { id: 'network', label: 'Network', cell: ({ network }) => <NetworkName code={network} /> },
  { id: 'status', label: 'Status', cell: ({ status }) => <Badge>{inWords(status)}</Badge> },
  {
    id: 'by',
    label: 'Asked by',
    cell: ({ by }) => (by === null ? 'The floor' : <Identifier value={by} to={`/users/${by}`} />),
  },
  {
    id: 'hash',
    label: 'Transaction',
    cell: ({ hash }) => (hash === null ? '–' : <Identifier value={hash} />),
  },
];

const byCoin = [{ name: 'currency', label: 'Coin', read: ({ currency }: FundLine) => currency }];

export function FundsPage() {
  const navigate = useNavigate();
  const funds = useList(treasuryEndpoints.funds, { refreshMs: 15_000 });
  const { rows, ...bar } = useNarrowed(funds.rows, byCoin);
  const refills = useList(coldEndpoints.list, { refreshMs: 15_000 });
  return (
    <>
      <PageHead
        title="Hot and cold"
        text="Funds available for payouts, how long they last at yesterday’s rate, and what is in cold storage."
      />
      <ListTable
        name="funds"
        caption="Coins on networks"
        columns={columns}
        list={{ ...funds, rows }}
        filters={<FilterBar name="funds" filters={bar.filters} values={bar.values} onChange={bar.change} />}
        rowKey={({ network, currency }) => `${network} ${currency}`}
        emptyText="Nothing has been compared with the chains yet."
      />
      <Card title="Refills from cold" flush className="pt-2">
        <div className="px-4 pb-4">
          <ListTable
            name="refills"
            caption="Refills from cold"
            columns={refillColumns}
            list={refills}
            rowKey={({ id }) => id}
            onOpen={({ id }) => void navigate(`/wallet/refills/${id}`)}
            emptyText="No refills."
          />
        </div>
      </Card>
    </>
  );
}
