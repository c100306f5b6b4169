import { type Dashboard, dashboardEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { formatNumber } from '@emporion/web/ui/number/format-number.ts';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMay, useMe } from '#app/me.ts';
import { HealthRow } from '#health/health-row.tsx';
import { Missing } from '#health/missing.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Tile } from '#kit/tile.tsx';
import { Age } from '#kit/time.tsx';
import { Fees } from './fees.tsx';
import { HotWallets } from './hot-wallets.tsx';
import { HoursChart } from './hours-chart.tsx';
import { Money } from './money.tsx';
import { periodName } from './period-name.ts';
import { Refusals } from './refusals.tsx';

type Queue = Dashboard['queues'][number];

const queues: Readonly<Record<Queue['name'], { label: string; to: string }>> = {
  approvals: { label: 'Approvals', to: '/approvals?state=open' },
  held_withdrawals: { label: 'Held withdrawals', to: '/wallet/withdrawals?stage=held' },
  held_deposits: { label: 'Held deposits', to: '/wallet/deposits?stage=held' },
  waiting_payouts: { label: 'Payouts waiting', to: '/wallet/withdrawals?stage=queued' },
  verifications: { label: 'Verifications to review', to: '/verifications?state=review' },
  tickets: { label: 'Tickets waiting for an answer', to: '/tickets?state=waiting' },
  stopped_coins: { label: 'Stopped coins', to: '/wallet/books' },
  bank_arrivals: { label: 'Bank transfers waiting', to: '/bank/arrivals?stage=waiting' },
  announced_transfers: { label: 'Announced transfers', to: '/bank/announced?open=true' },
  chargebacks: { label: 'Chargebacks (open, or last 30 days)', to: '/cards?chargeback=watched' },
  incidents: { label: 'Open incidents', to: '/help/incidents?open=true' },
  undelivered_messages: { label: 'Undelivered messages, 7 days', to: '/system/messages' },
};

/** Older than this, somebody should have looked. */
const lateMs = 4 * 3_600_000;

/** What users do, and what has happened, waits for nobody. */
const calm: readonly Queue['name'][] = ['announced_transfers', 'chargebacks'];

function toneOf(name: Queue['name'], count: number, isLate: boolean): 'warn' | 'bad' | undefined {
  if (count === 0 || calm.includes(name)) return undefined;
  return isLate || name === 'stopped_coins' || name === 'incidents' ? 'bad' : 'warn';
}

function QueueTile({ name, count, oldest }: Queue) {
  const { label, to } = queues[name];
  const isLate = oldest !== null && Date.now() - Date.parse(oldest) > lateMs;
  return (
    <Tile
      label={label}
      value={count}
      note={
        oldest !== null && (
          <>
            oldest <Age since={oldest} />
          </>
        )
      }
      to={to}
      tone={toneOf(name, count, isLate)}
    />
  );
}

function Warnings({ warnings }: Pick<Dashboard, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <ul role="status" className="flex flex-col gap-1 rounded-md bg-surface px-4 py-3 text-warn">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-2">
          <Icon name="triangle-alert" size={16} className="mt-0.5 flex-none" />
          {warning}
        </li>
      ))}
    </ul>
  );
}

/** The lists count from the same moment on. */
const dayBefore = (time: string): string => new Date(Date.parse(time) - 86_400_000).toISOString();

function People({ people, time }: { people: NonNullable<Dashboard['people']>; time: string }) {
  const may = useMay();
  const from = dayBefore(time);
  const events = (event: string) =>
    may('audit.read') ? `/security-events?event=${event}&from=${from}` : undefined;
  return (
    <Card title="People, 24 hours">
      <div className="tiles card-tiles">
        <Tile label="Users" value={people.users} to="/users" />
        <Tile label="Registered" value={people.registered} to={`/users?registered_from=${from}`} />
        <Tile label="Logins" value={people.logins} to={events('login_succeeded')} />
        <Tile label="Failed logins" value={people.failed_logins} to={events('login_failed')} />
      </div>
    </Card>
  );
}

/** What was traded today and over longer, by days of UTC. */
function Periods({ periods }: Pick<Dashboard['trading'], 'periods'>) {
  return (
    <dl className="facts pb-3">
      {periods.map(({ days, trades, volumes }) => (
        <div key={days}>
          <dt>{`${periodName(days)} (UTC)`}</dt>
          <dd className="num">
            {volumes.length === 0
              ? 'Nothing was traded'
              : `${volumes.map(({ currency, amount }) => `${formatNumber(amount, { decimals: 2 })} ${currency}`).join(', ')} in ${trades.toLocaleString('en')} trades`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Trading({ trading }: Pick<Dashboard, 'trading'>) {
  const { open_orders, trades, volumes, periods, halted, hours } = trading;
  const tradesTo = `/trading/trades?from=${hours[0]?.time ?? ''}`;
  return (
    <Card title="Trading, 24 hours">
      <div className="tiles card-tiles pb-3">
        <Tile label="Open orders" value={open_orders} to="/trading/orders?status=open" />
        <Tile label="Trades" value={trades} to={tradesTo} />
        {volumes.map(({ currency, amount }) => (
          <Tile
            key={currency}
            label={`Volume in ${currency}`}
            value={formatNumber(amount, { decimals: 2 })}
            to={tradesTo}
          />
        ))}
        <Tile
          label="Markets not open"
          value={halted.length}
          note={halted.join(', ')}
          to="/trading/markets?state=halted"
          tone={halted.length > 0 ? 'warn' : undefined}
        />
      </div>
      <Periods periods={periods} />
      <HoursChart hours={hours} />
    </Card>
  );
}

/** How the exchange stands: money first, then what waits for somebody. */
export function DashboardPage() {
  const { username } = useMe();
  const may = useMay();
  const dashboard = useQuery({
    queryKey: ['dashboard'],
    queryFn: async ({ signal }) => valueOrThrow(await call(dashboardEndpoints.read, { signal })),
    refetchInterval: 10_000,
  });
  if (dashboard.data === undefined) {
    if (dashboard.isPending) return <Loading />;
    return (
      <Failure
        error={dashboard.error}
        onRetry={() => void dashboard.refetch()}
        retrying={dashboard.isFetching}
      />
    );
  }
  const { money, fees, queues: waiting, people, trading, refusals, warnings, time } = dashboard.data;
  return (
    <>
      <PageHead
        title={`Good day, ${username}`}
        text="The exchange at a glance. Each number opens its list."
      />
      <Missing />
      <Warnings warnings={warnings} />
      <section aria-label="Waiting for staff" className="tiles">
        {waiting.map((queue) => (
          <QueueTile key={queue.name} {...queue} />
        ))}
      </section>
      {money !== null && <Money money={money} />}
      {may('cold.read') && <HotWallets />}
      {fees !== null && <Fees periods={fees} />}
      <Trading trading={trading} />
      {people !== null && <People people={people} time={time} />}
      <Refusals refusals={refusals} />
      <HealthRow />
    </>
  );
}
