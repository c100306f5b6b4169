import { useQuery } from '@tanstack/react-query';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useWalletCoins } from '../api/use-wallet-coins.ts';
import { overviewQuery } from '../api/value-queries.ts';
import { FailureState } from '../components/failure-state.tsx';
import { useCurrency } from '../model/currency.ts';
import { AllocationCard } from './allocation-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HoldingsCard } from './holdings-card.tsx';
import { LastMovementsCard } from './last-movements-card.tsx';
import { OnItsWayCard } from './on-its-way-card.tsx';
import { TotalCard } from './total-card.tsx';

/** What everything is worth, where it is, what moves; and for an empty account, where to begin. */
export function OverviewPage() {
  const { t } = useTranslation();
  const { coins = [], blockchains, explorers } = useWalletCoins();
  const { data: overview, error, isFetching, refetch } = useQuery(overviewQuery(useCurrency()));
  if (overview === undefined && error !== null) {
    return (
      <Card>
        <FailureState
          title={t('wallet.unread.overview')}
          error={error}
          retry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  const isEmpty = overview?.holdings.length === 0;
  const onItsWay = <OnItsWayCard blockchains={blockchains} explorers={explorers} />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {isEmpty && <FirstSteps className="lg:col-span-2" />}
      <div className="flex min-w-0 flex-col gap-4">
        <TotalCard overview={overview} coins={coins} bare={isEmpty} />
        {isEmpty ? onItsWay : <HoldingsCard holdings={overview?.holdings} coins={coins} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {!isEmpty && onItsWay}
        {!isEmpty && <AllocationCard overview={overview} />}
        <LastMovementsCard />
      </div>
    </div>
  );
}
