import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '#ui/lazy-part.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ordersQuery } from './card-queries.ts';

/** Fetched by whoever has some. */
const rows = lazyPart(
  async () => (await import('./order-rows.tsx')).OrderRows,
  <Skeleton className="h-40" />,
);

/** The last orders, newest first; each opens how it stands. */
export function OrderList({ onOpen }: { onOpen(id: string): void }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(ordersQuery);
  return (
    <Card title={t('card.orders')}>
      {data === undefined && error !== null && (
        <ErrorState title={t('card.ordersUnread')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data?.length === 0 && <EmptyState icon="credit-card" text={t('card.ordersEmpty')} />}
      {data !== undefined && data.length > 0 && <rows.Part orders={data} onOpen={onOpen} />}
    </Card>
  );
}
