import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { pairsQuery } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { tradingSocket } from '#live/live.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { closeModal } from '#ui/modal/modal-store.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AlertForm } from './components/alert-form.tsx';
import { AlertLists } from './components/alert-lists.tsx';
import type { Figures } from './model/alert-draft.ts';

/** The price and volume of every pair: as they were read, and then as they are told, once a second at most. */
function useFigures(): (pair: string) => Figures | undefined {
  const { data } = useQuery(pairsQuery);
  const [told, setTold] = useState<ReadonlyMap<string, Figures>>(new Map());
  useEffect(
    () =>
      tradingSocket.subscribe({ name: 'pairs_volume', params: {} }, ({ pairs }) =>
        setTold((before) => {
          const next = new Map(before);
          for (const pair of pairs) next.set(pair.code, pair);
          return next;
        }),
      ),
    [],
  );
  return (code) => told.get(code) ?? data?.pairs.find((pair) => pair.code === code);
}

/** A visitor comes back to the page they logged in from. */
function LogInFirst() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <EmptyState
      icon="bell-plus"
      text={t('alerts.visitor')}
      action={
        <LinkButton to={`/login?${new URLSearchParams({ redirectFrom: pathname })}`} onClick={closeModal}>
          {t('alerts.logIn')}
        </LinkButton>
      }
    />
  );
}

export interface AlertsDialogProps {
  readonly pair: string;
  readonly price?: string | undefined;
}

/** Sets alerts of one pair, and shows those of all. */
export function AlertsDialog({ pair: code, price }: AlertsDialogProps) {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  const { data, isError, isFetching, refetch } = useQuery(pairsQuery);
  const figures = useFigures();
  if (!loggedIn) return <LogInFirst />;
  const pair = data?.pairs.find((each) => each.code === code);
  return (
    <div className="flex flex-col gap-6">
      {pair !== undefined && <AlertForm pair={pair} price={price} figures={figures(code) ?? pair} />}
      {data === undefined && !isError && <Skeleton className="h-64 w-full" />}
      {data === undefined && isError && (
        <ErrorState title={t('alerts.unread')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      <AlertLists pairs={data?.pairs ?? []} figures={figures} />
    </div>
  );
}
