import type { Alert, Pair } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { alertsQuery } from '#alerts/alerts-query.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Figures } from '../model/alert-draft.ts';
import { AlertRow } from './alert-row.tsx';

interface AlertListsProps {
  readonly pairs: readonly Pair[];
  figures(pair: string): Figures | undefined;
}

type Shown = 'active' | 'fired';

function Awaited() {
  return (
    <div aria-busy="true" className="flex flex-col gap-2 py-2">
      {['first', 'second', 'third'].map((row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </div>
  );
}

function List({
  alerts,
  empty,
  pairs,
  figures,
}: AlertListsProps & { alerts: readonly Alert[]; empty: string }) {
  if (alerts.length === 0) return <EmptyState icon="bell" text={empty} />;
  return (
    <ul className="flex flex-col">
      {alerts.map((alert) => (
        <AlertRow
          key={alert.id}
          alert={alert}
          pair={pairs.find(({ code }) => code === alert.pair)}
          now={figures(alert.pair)}
        />
      ))}
    </ul>
  );
}

/** The alerts that wait and those that fired, of all pairs. */
export function AlertLists(props: AlertListsProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>('active');
  const { data, isError, isFetching, refetch } = useQuery(alertsQuery);
  const content = () => {
    if (data === undefined && isError)
      return <ErrorState title={t('alerts.unread')} onRetry={() => void refetch()} retrying={isFetching} />;
    if (data === undefined) return <Awaited />;
    const empty = shown === 'active' ? t('alerts.noneActive') : t('alerts.noneFired');
    return <List {...props} alerts={data[shown]} empty={empty} />;
  };
  const labelOf = (name: Shown) =>
    `${t(name === 'active' ? 'alerts.active' : 'alerts.fired')}${data === undefined ? '' : ` (${data[name].length})`}`;
  return (
    <Tabs<Shown>
      label={t('alerts.lists')}
      value={shown}
      onValueChange={setShown}
      tabs={(['active', 'fired'] as const).map((name) => ({
        value: name,
        label: labelOf(name),
        content: content(),
      }))}
    />
  );
}
