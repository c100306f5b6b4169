import { type Dashboard, dashboardEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { formatNumber } from '@emporion/web/ui/number/format-number.ts';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '#app/me.ts';
import { HealthRow } from '#health/health-row.tsx';
import { Missing } from '#health/missing.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Tile } from '#kit/tile.tsx';
import { Age } from '#kit/time.tsx';
import { HoursChart } from './hours-chart.tsx';
import { Money } from './money.tsx';

type Queue = Dashboard['queues'][number];

const queues: Readonly<Record<Queue['name'], { label: string; to?: string }>> = {
  approvals: { label: 'Approvals', to: '/approvals?state=open' },
  held_withdrawals: { label: 'Held withdrawals', to: '/wallet/withdrawals?stage=held' },
  held_deposits: { label: 'Held deposits', to: '/wallet/deposits?stage=held' },
  waiting_payouts: { label: 'Payouts that wait', to: '/wallet/withdrawals?stage=queued' },
  verifications: { label: 'Verifications to review', to: '/verifications?state=review' },
  tickets: { label: 'Tickets that wait for us', to: '/tickets?state=waiting' },
  stopped_coins: { label: 'Stopped coins', to: '/wallet/books' },
  undelivered_messages: { label: 'Undelivered messages, 7 days' },
};

/** Older than this, somebody should have looked. */
const lateMs = 4 * 3_600_000;

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
      tone={count === 0 ? undefined : isLate || name === 'stopped_coins' ? 'bad' : 'warn'}
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

function People({ people }: { people: NonNullable<Dashboard['people']> }) {
  return (
    <Card title="People, 24 hours">
      <div className="tiles">
        <Tile label="Users" value={people.users} to="/users" />
        <Tile label="Registered" value={people.registered} to="/users" />
        <Tile label="Logins" value={people.logins} />
        <Tile label="Failed logins" value={people.failed_logins} />
      </div>
    </Card>
  );
}

function Trading({ trading }: Pick<Dashboard, 'trading'>) {
  const { open_orders, trades, volumes, halted, hours } = trading;
  return (
    <Card title="Trading, 24 hours">
      <div className="tiles pb-3">
        <Tile label="Open orders" value={open_orders} to="/trading/orders?status=open" />
        <Tile label="Trades" value={trades} to="/trading/trades" />
        {volumes.map(({ currency, amount }) => (
          <Tile
            key={currency}
            label={`Volume in ${currency}`}
            value={formatNumber(amount, { decimals: 2 })}
            to="/trading/markets"
          />
        ))}
        <Tile
          label="Markets not open"
          value={halted.length}
          note={halted.join(', ')}
          to="/trading/markets"
          tone={halted.length > 0 ? 'warn' : undefined}
        />
      </div>
      <HoursChart hours={hours} />
    </Card>
  );
}

/** How the exchange stands: money first, then what waits for somebody. */
export function DashboardPage() {
  const { username } = useMe();
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
  const { money, queues: waiting, people, trading, warnings } = dashboard.data;
  return (
    <>
      <PageHead
        title={`Good day, ${username}`}
        text="How the exchange stands. Every number opens the list behind it."
      />
      <Missing />
      <Warnings warnings={warnings} />
      <section aria-label="What waits" className="tiles">
        {waiting.map((queue) => (
          <QueueTile key={queue.name} {...queue} />
        ))}
      </section>
      {money !== null && <Money money={money} />}
      <Trading trading={trading} />
      {people !== null && <People people={people} />}
      <HealthRow />
    </>
  );
}
