import {
  type MarketMaker,
  makerRangePercent,
  marketHaltEndpoints,
  marketMakerLabel,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { formatNumber } from '@emporion/web/ui/number/format-number.ts';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { PlainTable } from '#kit/table/plain-table.tsx';
import { Holder } from './holder.tsx';

const inPercent = (value: string | null) => (value === null ? '–' : `${value}%`);
const quoteOf = (pair: string) => pair.split('-')[1];

/** How much there is, not to the last unit. */
function Rounded({ value, unit }: { value: string; unit: string | undefined }) {
  return `${formatNumber(value, { decimals: 2 })} ${unit}`;
}

const columns: readonly Column<MarketMaker>[] = [
  { id: 'user', label: 'Account', main: 3, cell: ({ user }) => <Holder user={user} /> },
  { id: 'pair', label: 'Market', main: 1, cell: ({ pair }) => pair },
  { id: 'tier', label: 'Fee tier', cell: ({ tier }) => tier },
  { id: 'uptime', label: 'Uptime, 24 h', main: 2, cell: ({ uptime }) => inPercent(uptime), isNumeric: true },
  { id: 'spread', label: 'Spread now', cell: ({ spread }) => inPercent(spread), isNumeric: true },
  {
    id: 'average_spread',
    label: 'Spread, 24 h',
    cell: ({ average_spread }) => inPercent(average_spread),
    isNumeric: true,
  },
  {
    id: 'depth',
    main: 4,
    label: 'Depth now',
    cell: ({ depth, pair }) => <Rounded value={depth} unit={quoteOf(pair)} />,
    isNumeric: true,
  },
  {
    id: 'average_depth',
    label: 'Depth, 24 h',
    cell: ({ average_depth, pair }) =>
      average_depth === null ? '–' : <Rounded value={average_depth} unit={quoteOf(pair)} />,
    isNumeric: true,
  },
  { id: 'orders', label: 'Orders', cell: ({ orders }) => orders, isNumeric: true },
  {
    id: 'base_total',
    label: 'Holds',
    cell: ({ base_total, quote_total, pair }) => (
      <>
        <Rounded value={base_total} unit={pair.split('-')[0]} />
        <br />
        <Rounded value={quote_total} unit={quoteOf(pair)} />
      </>
    ),
    isNumeric: true,
  },
];

/** How well the accounts quote that have agreed to. */
export function MakersPage() {
  const makers = useQuery({
    queryKey: ['market-makers'],
    queryFn: async ({ signal }) => valueOrThrow(await call(marketHaltEndpoints.makers, { signal })).results,
    refetchInterval: 15_000,
  });
  if (makers.data === undefined) {
    if (makers.isPending) return <Loading />;
    return (
      <Failure error={makers.error} onRetry={() => void makers.refetch()} retrying={makers.isFetching} />
    );
  }
  return (
    <>
      <PageHead
        title="Market makers"
        text={`Accounts with the label “${marketMakerLabel}”. They count as quoting while both their sides stand within ${makerRangePercent}% of the middle of the market; depth is what stands there on the thinner side.`}
      />
      {makers.data.length === 0 ? (
        <Card>
          <p className="text-muted">
            Nobody quotes yet. Put the label “{marketMakerLabel}” on an account on its page under Users; it is
            looked at once a minute.
          </p>
        </Card>
      ) : (
        <PlainTable
          caption="Market makers"
          columns={columns}
          rows={makers.data}
          rowKey={({ user, pair }) => `${user.id}-${pair}`}
        />
      )}
    </>
  );
}
