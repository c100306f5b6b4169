import type { WalletOverview } from '@emporion/contracts/rest';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { InTurn } from '#ui/state/in-turn.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { transactionsQuery } from '../api/queries.ts';
import { lastMovementsQuery, overviewQuery, valueHistoryQuery } from '../api/value-queries.ts';
import { useWalletRecords } from '../api/wallet-records.ts';
import { FailureState } from '../components/failure-state.tsx';
import { useCurrency, useCurrencyStore } from '../model/currency.ts';
import { AllocationCard } from './allocation-card.tsx';
import { FirstSteps, isFirstStepsClosed } from './first-steps.tsx';
import { HoldingsCard } from './holdings-card.tsx';
import { LastMovementsCard } from './last-movements-card.tsx';
import { OnItsWayCard } from './on-its-way-card.tsx';
import { firstRange, TotalCard, TotalSkeleton } from './total-card.tsx';

/** The place of a card whose turn has not come. */
const cardSkeleton = (
  <Card title={<Skeleton className="h-5 w-32" />}>
    <Skeleton className="h-48" />
  </Card>
);

/** On a phone it would stand below what is yet to come, and be pushed down by it. */
const sideSkeleton = <div className="max-lg:hidden">{cardSkeleton}</div>;

function Columns({ first, main, side }: { first?: ReactNode; main: ReactNode; side: ReactNode }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {first}
      <div className="flex min-w-0 flex-col gap-4">{main}</div>
      <div className="flex min-w-0 flex-col gap-4">{side}</div>
    </div>
  );
}

/**
 * Beside the total on a wide screen, below it on a phone. What is on its way stands first and only sometimes, so nothing is
 * drawn below its place before it is known; and no card before the one above it, so that none is pushed down.
 */
function Side({ overview }: { overview: WalletOverview }) {
  const { records, error } = useWalletRecords('all');
  if (records === undefined && error === null) return sideSkeleton;
  return (
    <>
      <OnItsWayCard />
      {overview.holdings.length > 0 && (
        <InTurn turn={3} fallback={null}>
          <AllocationCard overview={overview} />
        </InTurn>
      )}
      <InTurn turn={4} fallback={null}>
        <LastMovementsCard />
      </InTurn>
    </>
  );
}

/** The total at once, then card after card. */
function Overview({ overview }: { overview: WalletOverview }) {
  const isEmpty = overview.holdings.length === 0;
  // Above a funded account the block does not come back. One that is open stays while the first coins arrive: nothing jumps.
  const [offersSteps, setOffersSteps] = useState(() => isEmpty && !isFirstStepsClosed());
  return (
    <Columns
      first={
        overview.traded === false &&
        offersSteps && (
          <FirstSteps funded={!isEmpty} className="lg:col-span-2" onClose={() => setOffersSteps(false)} />
        )
      }
      main={
        <>
          <TotalCard overview={overview} bare={isEmpty} />
          {!isEmpty && (
            <InTurn turn={2} fallback={null}>
              <HoldingsCard holdings={overview.holdings} />
            </InTurn>
          )}
        </>
      }
      side={
        <InTurn turn={2} fallback={sideSkeleton}>
          <Side overview={overview} />
        </InTurn>
      }
    />
  );
}

/** Begins to ask for what the page shows. What fails here is asked for again by the page, which tells of it. */
export function prefetchOverview(client: QueryClient): void {
  const { currency } = useCurrencyStore.getState();
  void client.prefetchQuery(overviewQuery(currency));
  void client.prefetchQuery(valueHistoryQuery(currency, firstRange));
  void client.prefetchQuery(lastMovementsQuery);
  void client.prefetchQuery(transactionsQuery({ type: undefined }));
}

/** What everything is worth, where it is, what moves; and for an empty account, where to begin. */
export function OverviewPage() {
  const { t } = useTranslation();
  const query = useQuery(overviewQuery(useCurrency()));
  const { data: overview, error, refetch } = query;
  if (overview !== undefined) return <Overview overview={overview} />;
  if (error !== null) {
    return (
      <Card>
        <FailureState
          title={t('wallet.unread.overview')}
          error={error}
          retry={() => void refetch()}
          retrying={query.isFetching}
        />
      </Card>
    );
  }
  return <Columns main={<TotalSkeleton />} side={sideSkeleton} />;
}
