import { useQuery } from '@tanstack/react-query';
import { pairsQuery } from '#api/queries.ts';
import { MarketList } from '#features/market-data/pair/market-list.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** Every market, live: where the phone's navigation begins. */
export function MarketsPage() {
  const { t } = useTranslation();
  const query = useQuery(pairsQuery);
  const pairs = query.data?.pairs;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-3 px-4 py-4 md:py-6">
      <h1 className="text-xl font-bold">{t('trade.markets.label')}</h1>
      <div className="rounded-md bg-surface p-2">
        {pairs === undefined && query.error === null && <Skeleton className="h-96" />}
        {pairs === undefined && query.error !== null && (
          <ErrorState
            title={t('trade.unread')}
            detail={t('trade.noConnection')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {pairs !== undefined && <MarketList pairs={pairs} />}
      </div>
    </div>
  );
}
