import {
  type CardDesk,
  type CardSettlement,
  cardReviewEndpoints,
  paySystemNames,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { formatNumber } from '@emporion/web/ui/number/format-number.ts';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '#app/me.ts';
import { Badge } from '#kit/badge.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { askLevels, askSettlement, askSwitch } from './card-actions.ts';

const onOff = (isOff: boolean) => <Badge tone={isOff ? 'warn' : 'good'}>{isOff ? 'Off' : 'On'}</Badge>;

const money = (value: string) => formatNumber(value, { decimals: 2 });
const whole = (value: string) => formatNumber(value, { decimals: 2, trimZeros: true });

/** Fees and bounds, as users have them. */
function termsText(terms: CardDesk['systems'][number]['terms'][number]): string {
  const fee = (percent: string, fixed: string) =>
    `${whole(percent)}%${/[1-9]/.test(fixed) ? ` + ${money(fixed)}` : ''}`;
  return `Buying ${fee(terms.purchase_fee_percent, terms.purchase_fee_fixed)}; selling ${fee(
    terms.payout_fee_percent,
    terms.payout_fee_fixed,
  )}; from ${whole(terms.min)} to ${whole(terms.max)}`;
}

const columns: readonly Column<CardSettlement>[] = [
  { id: 'date', label: 'Date', cell: ({ date }) => <Time at={date} /> },
  { id: 'system', label: 'Pay system', cell: ({ pay_system }) => paySystemNames[pay_system] },
  {
    id: 'direction',
    label: 'Which way',
    cell: ({ direction }) => (direction === 'sent' ? 'We paid it' : 'It paid us'),
  },
  {
    id: 'amount',
    label: 'Amount',
    cell: ({ amount, currency }) => `${money(amount)} ${currency}`,
    isNumeric: true,
  },
  { id: 'number', label: 'Number of the bank', cell: ({ bank_transaction }) => bank_transaction },
  { id: 'by', label: 'By', cell: ({ recorded_by }) => recorded_by.username },
  { id: 'reason', label: 'Reason', isText: true, cell: ({ reason }) => reason },
];

function Settlements() {
  const list = useList(cardReviewEndpoints.settlements, { query: {}, refreshMs: 15_000 });
  return (
    <ListTable
      name="card-settlements"
      caption="Settlements"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      emptyText="No settlement was recorded yet."
    />
  );
}

function System({ system }: { system: CardDesk['systems'][number] }) {
  const may = useMay();
  return (
    <Card title={paySystemNames[system.name]}>
      <Facts
        facts={[
          ['Purchases', onOff(system.purchases_disabled)],
          ['Sales', onOff(system.sales_disabled)],
          ['Connection', system.configured ? 'Configured' : 'Not configured'],
          ...system.owed.map(
            ({ currency, amount }) =>
              [
                `${amount.startsWith('-') ? 'We owe' : 'Owes us'}, ${currency}`,
                money(amount.replace('-', '')),
              ] as const,
          ),
          ...system.terms.map((terms) => [`Terms, ${terms.currency}`, termsText(terms)] as const),
        ]}
      />
      {may('networks.switch') && (
        <div className="pt-3">
          <Button size="small" color="black" onClick={() => askSwitch(system)}>
            Switch
          </Button>
        </div>
      )}
    </Card>
  );
}

function Content({ desk }: { desk: CardDesk }) {
  const may = useMay();
  return (
    <>
      <PageHead
        title="Pay systems"
        text="Payment providers, what they owe us, and how much users can buy."
        actions={may('deposits.decide') && <Button onClick={askSettlement}>Record a settlement</Button>}
      />
      <div className="grid gap-4 lg:grid-cols-3">
        {desk.systems.map((system) => (
          <System key={system.name} system={system} />
        ))}
        <Card title="Limits by level">
          <Facts
            facts={desk.levels.map(
              ({ level, payment_max, day_max }) =>
                [
                  `Level ${level}`,
                  `${whole(payment_max)} USDT each, ${whole(day_max)} USDT within 24 hours`,
                ] as const,
            )}
          />
          {may('policy.propose') && (
            <div className="pt-3">
              <Button size="small" color="black" onClick={() => askLevels(desk.levels)}>
                Propose other limits
              </Button>
            </div>
          )}
        </Card>
      </div>
      <h2 className="text-lg font-semibold">Settlements</h2>
      <Settlements />
    </>
  );
}

export function PaySystemsPage() {
  const desk = useQuery({
    queryKey: ['card-desk'],
    queryFn: async ({ signal }) => valueOrThrow(await call(cardReviewEndpoints.desk, { signal })),
    refetchInterval: 15_000,
  });
  if (desk.data !== undefined) return <Content desk={desk.data} />;
  if (desk.isPending) return <Loading />;
  return <Failure error={desk.error} onRetry={() => void desk.refetch()} retrying={desk.isFetching} />;
}
