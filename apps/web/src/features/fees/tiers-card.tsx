import type { FeeTier } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useIsLoggedIn } from '#api/session.ts';
import { feeTiersQuery, ownFeesQuery } from '#orders/fee-queries.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { progressOf, sharedDecimals } from './fee-model.ts';

/** One's own place among the tiers, and what is missing to the next. */
function OwnPlace({ tiers }: { tiers: readonly FeeTier[] | undefined }) {
  const { t } = useTranslation();
  const { data: own, error, refetch, isFetching } = useQuery(ownFeesQuery);
  if (own === undefined || tiers === undefined) {
    return error === null ? (
      <Skeleton className="mb-4 h-29" />
    ) : (
      <ErrorState title={t('fees.own.unread')} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  const progress = progressOf(tiers, own);
  const usdt = (amount: string) => `${formatNumber(amount, { decimals: 2 })}\u00a0USDT`;
  return (
    <div className="mb-4 rounded-md border border-border/30 p-4">
      <p className="font-semibold">{t('fees.own.tier', { tier: own.tier })}</p>
      <p className="num mt-1 text-muted">{t('fees.own.volume', { volume: usdt(own.volume_30d) })}</p>
      {progress !== null && (
        <>
          <div
            role="progressbar"
            aria-label={t('fees.own.progress', { tier: progress.next.tier })}
            aria-valuenow={progress.percent}
            className="mt-3 h-1.5 overflow-hidden rounded-full bg-raised"
          >
            <div className="h-full bg-accent" style={{ width: `${progress.percent}%` }} />
          </div>
          <p className="num mt-1 text-xs text-muted">
            {t('fees.own.missing', { tier: progress.next.tier, volume: usdt(progress.missing) })}
          </p>
        </>
      )}
    </div>
  );
}

/** What trading costs, by what one has traded within thirty days. */
export function TiersCard() {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  const { data: tiers, error, isFetching, refetch } = useQuery(feeTiersQuery);
  const own = useQuery({ ...ownFeesQuery, enabled: loggedIn }).data;
  const decimals = sharedDecimals((tiers ?? []).flatMap(({ maker, taker }) => [maker, taker]));
  const percent = (value: string) => <Amount value={value} decimals={decimals} dimZeros={false} unit="%" />;
  const columns: readonly TableColumn<FeeTier>[] = [
    {
      key: 'tier',
      label: t('fees.tier'),
      formatter: (tier) => (
        <span className="inline-flex items-center gap-2 align-middle font-semibold">
          {tier}
          {own?.tier === tier && (
            <span className="inline-flex items-center gap-1 text-xs text-accent">
              <Icon name="check" size={14} />
              {t('fees.own.here')}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'volume',
      label: t('fees.volume'),
      class: 'text-right',
      formatter: (volume) => <Amount value={volume} decimals={2} trimZeros unit="USDT" />,
    },
    { key: 'maker', label: t('fees.maker'), class: 'text-right', formatter: percent },
    { key: 'taker', label: t('fees.taker'), class: 'text-right', formatter: percent },
  ];
  return (
    <Card title={t('fees.trading')}>
      {loggedIn && (tiers !== undefined || error === null) && <OwnPlace tiers={tiers} />}
      {tiers === undefined && error !== null ? (
        <ErrorState title={t('fees.unread')} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Table
          caption={t('fees.trading')}
          columns={columns}
          rows={tiers ?? []}
          rowKey={({ tier }) => tier}
          loading={tiers === undefined}
          skeletonRows={6}
        />
      )}
      <p className="mt-3 text-xs text-pretty text-muted">{t('fees.tradingNote')}</p>
    </Card>
  );
}
