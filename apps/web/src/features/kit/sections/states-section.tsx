import { useEffect, useState } from 'react';
import { LinkButton } from '#ui/button/button.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { OfflineBar } from '#ui/state/offline-bar.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Spinner } from '#ui/state/spinner.tsx';
import { StaleBadge } from '#ui/state/stale-badge.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { KitRow, KitSection } from '../kit-section.tsx';

/** Long enough to look at the spinner. */
const retryMs = 2_000;

export function StatesSection() {
  const { t } = useTranslation();
  const [retrying, setRetrying] = useState(false);
  useEffect(() => {
    if (!retrying) return;
    const timer = setTimeout(() => setRetrying(false), retryMs);
    return () => clearTimeout(timer);
  }, [retrying]);
  const action = (
    <LinkButton to="/trade/BTC-USDT" size="small">
      {t('kit.state.emptyAction')}
    </LinkButton>
  );
  return (
    <KitSection name="states">
      <OfflineBar forced />
      <KitRow>
        <Spinner label={t('common.loading')} />
        <Spinner size={32} label={t('common.loading')} />
        <StaleBadge />
      </KitRow>
      <div className="grid gap-4 md:grid-cols-3">
        <div className="rounded-md border hairline">
          <EmptyState text={t('kit.state.empty')} action={action} />
        </div>
        <div className="rounded-md border hairline">
          <ErrorState
            title={t('kit.state.failed')}
            detail={t('kit.state.failedDetail')}
            retrying={retrying}
            onRetry={() => setRetrying(true)}
          />
        </div>
        <div className="flex flex-col gap-3 rounded-md border hairline p-4">
          <p className="text-muted">{t('kit.state.loading')}</p>
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      </div>
    </KitSection>
  );
}
