import { useQuery } from '@tanstack/react-query';
import { notificationChoicesQuery } from '#api/notification-choices.ts';
import { ErrorState } from '#ui/state/error-state.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { RowsSkeleton } from '../rows/rows-skeleton.tsx';
import { ChoiceMatrix } from './choice-matrix.tsx';
import { DigestRow } from './digest-row.tsx';
import { PushRow } from './push-row.tsx';

/** What one is told of, and by which ways. */
export function NotificationsSection() {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery({
    ...notificationChoicesQuery,
    refetchOnWindowFocus: 'always',
  });
  if (data === undefined && isError)
    return (
      <div className="rounded-md bg-surface">
        <ErrorState
          title={t('settings.notifications.unread')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </div>
    );
  if (data === undefined) return <RowsSkeleton rows={10} />;
  return (
    <>
      <ChoiceMatrix matrix={data} />
      <DigestRow matrix={data} />
      <PushRow />
    </>
  );
}
