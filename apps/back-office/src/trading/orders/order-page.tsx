import { type StaffOrder, type StaffTrade, staffOrderEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useMay } from '#app/me.ts';
import { amountText } from '#kit/amount-text.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { type Fact, Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { PlainTable } from '#kit/table/plain-table.tsx';
import { Time } from '#kit/time.tsx';
import { Holder, Side } from '#trading/holder.tsx';
import { statusTones, typeName } from '#trading/words.ts';
import { askCancelOrder } from './cancel.ts';
import { tradeAmountColumns, tradeNumberColumn, tradeTimeColumn } from './trade-columns.tsx';

function factsOf(order: StaffOrder): Fact[] {
  const [base, quote] = order.pair.split('-');
  const priced = (value: string | null) => (value === null ? undefined : amountText(value, quote));
  return [
    ['User', <Holder key="user" user={order.user} />],
    [
      'Pair',
      <Link key="pair" to={`/trading/markets/${order.pair}`} className="text-accent hover:underline">
        {order.pair}
      </Link>,
    ],
    ['Side', <Side key="side" side={order.operation} />],
    ['Type', typeName(order.type)],
    ['Price', priced(order.price) ?? 'Market'],
    ['Quantity', amountText(order.quantity, base)],
    ['Filled', amountText(order.filled, base)],
    ['Remaining', amountText(order.remaining, base)],
    ['Average price', priced(order.average_price)],
    ['Total', amountText(order.total, quote)],
    ['Budget', priced(order.budget)],
    ['Fee', amountText(order.fee, order.fee_coin)],
    ['Stop price', priced(order.stop_price)],
    ['Trail', priced(order.trail)],
    ['Follows by', order.percent === null ? undefined : `${order.percent}%`],
    ['In force', order.time_in_force.toUpperCase()],
    ['Post only', order.post_only ? 'Yes' : undefined],
    ['Client id', order.client_order_id ?? undefined],
    [
      'Paired with',
      order.linked_to === null ? undefined : (
        <Link
          key="linked"
          to={`/trading/orders/${order.linked_to}`}
          className="num text-accent hover:underline"
        >
          {order.linked_to}
        </Link>
      ),
    ],
    ['Placed', <Time key="placed" at={order.time} />],
    ['Changed', <Time key="changed" at={new Date(order.updated * 1_000).toISOString()} />],
    ['Why closed', order.reason === null ? undefined : inWords(order.reason)],
  ];
}

interface OwnTrade extends StaffTrade {
  readonly isMaker: boolean;
  readonly own: StaffTrade['maker'];
  readonly other: StaffTrade['maker'];
}

const columns: readonly Column<OwnTrade>[] = [
  tradeNumberColumn,
  { ...tradeTimeColumn, main: 1 },
  ...tradeAmountColumns,
  { id: 'role', label: 'Role', main: 3, cell: ({ isMaker }) => (isMaker ? 'Maker' : 'Taker') },
  { id: 'with', label: 'With', cell: ({ other }) => <Holder user={other.user} /> },
  { id: 'fee', label: 'Fee', cell: ({ own }) => amountText(own.fee, own.fee_coin), isNumeric: true },
];

function Trades({ trades, order }: { trades: readonly StaffTrade[]; order: StaffOrder }) {
  if (trades.length === 0) return <p className="px-4 pb-4 text-muted">Nothing was traded.</p>;
  return (
    <PlainTable
      caption="Trades of the order"
      columns={columns}
      rows={trades.map((trade) => {
        const isMaker = trade.maker.order_id === order.id;
        const [own, other] = isMaker ? [trade.maker, trade.taker] : [trade.taker, trade.maker];
        return { ...trade, isMaker, own, other };
      })}
      rowKey={({ id }) => id}
    />
  );
}

function Content({ order, trades }: { order: StaffOrder; trades: readonly StaffTrade[] }) {
  const may = useMay();
  const isOpen = order.status === 'open' || order.status === 'pending';
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex items-center gap-2">
            {`Order ${order.id}`} <Badge tone={statusTones[order.status]}>{inWords(order.status)}</Badge>
          </span>
        }
        actions={
          isOpen &&
          may('orders.cancel') && (
            <Button color="red" onClick={() => askCancelOrder(order.id)}>
              Cancel the order
            </Button>
          )
        }
      />
      <Card title="The order">
        <Facts facts={factsOf(order)} />
      </Card>
      <Card title="What it traded" flush>
        <Trades trades={trades} order={order} />
      </Card>
    </>
  );
}

export function OrderPage() {
  const { id = '' } = useParams();
  const answer = useQuery({
    queryKey: ['order', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(staffOrderEndpoints.read, { params: { id }, signal })),
    refetchInterval: 10_000,
  });
  if (answer.data !== undefined) return <Content {...answer.data} />;
  if (answer.isPending) return <Loading />;
  return <Failure error={answer.error} onRetry={() => void answer.refetch()} retrying={answer.isFetching} />;
}
