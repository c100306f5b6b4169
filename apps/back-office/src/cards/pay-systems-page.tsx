import { type CardDesk, cardReviewEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '#app/me.ts';
import { Badge } from '#kit/badge.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { askLevels, askSettlement, askSwitch } from './card-actions.ts';

const onOff = (isOff: boolean) => <Badge tone={isOff ? 'warn' : 'good'}>{isOff ? 'Off' : 'On'}</Badge>;

function System({ system }: { system: CardDesk['systems'][number] }) {
  const may = useMay();
  return (
    <Card title={system.name}>
      <Facts
        facts={[
          ['Purchases', onOff(system.purchases_disabled)],
          ['Sales', onOff(system.sales_disabled)],
          ['Connection', system.configured ? 'Configured' : 'Not configured'],
          ...system.owed.map(({ currency, amount }) => [`Owes us, ${currency}`, amount] as const),
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
        text="Who takes card payments for us, what they owe us, and how much users may buy."
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
                [`Level ${level}`, `${payment_max} USDT each, ${day_max} USDT within 24 hours`] as const,
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
