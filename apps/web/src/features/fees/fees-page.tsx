import { useQuery } from '@tanstack/react-query';
import { coinsQuery } from '#api/queries.ts';
import { useCoins } from '#live/use-market-data.ts';
import { feeTiersQuery } from '#orders/fee-queries.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { ErrorState } from '#ui/state/error-state.tsx';
import { InTurn } from '#ui/state/in-turn.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { CalculatorCard } from './calculator-card.tsx';
import { CardFeesCard } from './card-fees-card.tsx';
import { DailyCard } from './daily-card.tsx';
import { networkRows } from './fee-model.ts';
import { NetworksCard } from './networks-card.tsx';
import { TiersCard } from './tiers-card.tsx';

/** The place of a card that is drawn in its turn: with all of them in one task a phone would take no touch for a while. */
function CardToCome({ title, height }: { title: string; height: string }) {
  return (
    <Card title={title}>
      <Skeleton className={height} />
    </Card>
  );
}

/** The tier for the largest; where the operator has none, there is no programme. */
function VipCard() {
  const { t } = useTranslation();
  const { data: tiers, isPending } = useQuery(feeTiersQuery);
  const vip = tiers?.find(({ tier }) => tier === 'VIP');
  // Most have one: what stands below it keeps its place.
  if (isPending) return <CardToCome title={t('fees.vip.title')} height="h-50 md:h-39" />;
  if (vip === undefined) return null;
  const show = (percent: string) => formatNumber(percent, { decimals: 4, trimZeros: true });
  const points = [
    t('fees.vip.rates', { maker: show(vip.maker), taker: show(vip.taker) }),
    t('fees.vip.stays'),
  ];
  return (
    <Card title={t('fees.vip.title')}>
      <p className="text-pretty text-muted">
        {t('fees.vip.lead', { volume: `${formatNumber(vip.volume, { decimals: 0 })} USDT` })}
      </p>
      <ul className="mt-3 flex flex-col gap-2">
        {points.map((point) => (
          <li key={point} className="flex gap-2">
            <Icon name="star" size={16} className="mt-0.5 flex-none text-warn" />
            {point}
          </li>
        ))}
      </ul>
      <LinkButton to="/support" color="black" className="mt-4">
        {t('fees.vip.apply')}
      </LinkButton>
    </Card>
  );
}

/** What everything costs and how much may move, from the rules by which it is taken. */
export function FeesPage() {
  const { t } = useTranslation();
  const coins = useCoins();
  const { data, error, isFetching, refetch } = useQuery(coinsQuery);
  const rows = networkRows(coins ?? [], data?.commons.blockchain_definitions ?? {}, t('fees.bank'));
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pt-4 pb-10 md:gap-6 md:pt-6">
      <div>
        <h1 className="text-xl font-bold">{t('fees.heading')}</h1>
        <p className="mt-1 text-pretty text-muted">{t('fees.lead')}</p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <TiersCard />
          <InTurn turn={1} fallback={<CardToCome title={t('fees.vip.title')} height="h-50 md:h-39" />}>
            <VipCard />
          </InTurn>
        </div>
        <InTurn turn={2} fallback={<CardToCome title={t('fees.calculator')} height="h-160 sm:h-124" />}>
          <CalculatorCard rows={rows} />
        </InTurn>
      </div>
      {coins === undefined && error !== null ? (
        <Card>
          <ErrorState title={t('fees.unread')} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : (
        <InTurn turn={3} fallback={<CardToCome title={t('fees.moving')} height="h-398 md:h-225" />}>
          <NetworksCard rows={rows} loading={coins === undefined} />
        </InTurn>
      )}
      <InTurn turn={4} fallback={null}>
        <DailyCard coins={coins ?? []} />
      </InTurn>
      <InTurn turn={5} fallback={null}>
        <CardFeesCard />
      </InTurn>
    </div>
  );
}
