import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { coinsQuery } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import type { CoinState } from '#live/coin-state.ts';
import { useLiveBalance } from '#live/use-live-balance.ts';
import { useCoins } from '#live/use-market-data.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { draftOf } from './swap-draft.ts';

const RecurringPanel = lazy(async () => ({
  default: (await import('./recurring-panel.tsx')).RecurringPanel,
}));

const waiting = (
  <Card>
    <Skeleton className="h-133 md:h-123" />
  </Card>
);

/** Not fetched where only a card is wanted, as the prices beside it. */
const form = lazyPart(
  async () => (await import('./swap-form.tsx')).SwapForm,
  <Skeleton className="h-133 md:h-123" />,
);

const prices = lazyPart(
  async () => (await import('./price-line.tsx')).PriceLines,
  // As high as one market with its title.
  <Card>
    <Skeleton className="h-33" />
  </Card>,
);

/** Fetched by whoever is logged in. */
const list = lazyPart(
  async () => (await import('./swap-list.tsx')).SwapList,
  <Card>
    <Skeleton className="h-40" />
  </Card>,
);

/** A new exchange has nothing to give for anything yet. */
function NoCoins() {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState text={t('swap.none')} />
    </Card>
  );
}

function NowPanel({ coins }: { coins: readonly CoinState[] }) {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  const [address] = useSearchParams();
  const { from, to } = draftOf(address, coins);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      <Card title={t('swap.title')}>
        <form.Part coins={coins} />
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        <prices.Part from={from} to={to} />
        {loggedIn && <list.Part />}
      </div>
    </div>
  );
}

type TabName = 'now' | 'recurring' | 'card';

interface SwapPageProps {
  /** What is behind the tab of cards: another capability, which the page is put together with. */
  card(coins: readonly CoinState[]): ReactNode;
}

function tabOf(address: URLSearchParams): TabName {
  const tab = address.get('tab');
  return tab === 'recurring' || tab === 'card' ? tab : 'now';
}

// Whoever comes for a swap does not wait for the form until the coins are here.
if (tabOf(new URLSearchParams(window.location.search)) === 'now') form.load().catch(() => undefined);

/** One coin into another, at once or again and again; and coins for money. */
export function SwapPage({ card }: SwapPageProps) {
  const { t } = useTranslation();
  useLiveBalance();
  const [address, setAddress] = useSearchParams();
  const all = useCoins();
  const { error, isFetching, refetch } = useQuery(coinsQuery);
  const coins = all?.filter(({ disable_exchange }) => !disable_exchange);
  const isEmpty = coins !== undefined && coins.length < 2;
  const tab = tabOf(address);
  // The card tab has a place of its own in the menu.
  const heading = t(tab === 'card' ? 'shell.menu.buyCrypto' : 'shell.menu.exchange');
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 pt-4 pb-10 md:pt-6">
      <h1 className="text-xl font-bold">{heading}</h1>
      {coins === undefined && error !== null && (
        <Card>
          <ErrorState title={t('swap.unread')} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      )}
      {coins === undefined && error === null && waiting}
      {coins !== undefined && (
        <Tabs<TabName>
          label={heading}
          value={tab}
          onValueChange={(next) => setAddress(next === 'now' ? {} : { tab: next }, { replace: true })}
          tabs={[
            {
              value: 'now',
              label: t('swap.tabs.now'),
              content: isEmpty ? <NoCoins /> : <NowPanel coins={coins} />,
            },
            {
              value: 'card',
              label: t('swap.tabs.card'),
              content: <Suspense fallback={waiting}>{card(all ?? [])}</Suspense>,
            },
            {
              value: 'recurring',
              label: t('swap.tabs.recurring'),
              content: isEmpty ? (
                <NoCoins />
              ) : (
                <Suspense fallback={waiting}>
                  <RecurringPanel coins={coins} />
                </Suspense>
              ),
            },
          ]}
        />
      )}
    </div>
  );
}
