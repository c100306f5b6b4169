import type { Pair } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pairsQuery } from '#api/queries.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { formatVolume } from '#ui/number/format-number.ts';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';

function MarketRow({ pair }: { pair: Pair }) {
  const { t } = useTranslation();
  return (
    <li>
      <Link
        to={`/trade/${pair.code}`}
        className="flex min-h-12 items-center gap-3 rounded-md px-4 py-2 transition-colors hover:bg-raised"
      >
        <CoinLogo code={pair.base.code} size={24} />
        <span className="font-semibold whitespace-nowrap">{pair.code}</span>
        <span className="num ml-auto text-right">
          {pair.price === null ? (
            <span className="text-muted">{t('pages.markets.noTrade')}</span>
          ) : (
            <span className="text-md font-semibold">{formatVolume(pair.price)}</span>
          )}
          <span className="block text-xs text-muted">
            <span className="max-sm:sr-only">{t('pages.markets.volume')}</span>{' '}
            {`${formatVolume(pair.volume)} ${pair.quote.code}`}
          </span>
        </span>
      </Link>
    </li>
  );
}

const rowsAwaited = ['first', 'second', 'third', 'fourth'];

function AwaitedRows() {
  return rowsAwaited.map((row) => (
    <li key={row} className="flex min-h-12 items-center px-4">
      <Skeleton className="h-5 w-full" />
    </li>
  ));
}

/** The pairs as they stand. A list that is empty is left out: the page above it says why. */
export function MarketList() {
  const { t } = useTranslation();
  const { data, isPending, isError, isFetching, refetch } = useQuery(pairsQuery);
  if (data?.pairs.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-base text-muted">{t('pages.markets.title')}</h2>
      {isError && data === undefined ? (
        <div className="rounded-md bg-surface">
          <ErrorState
            title={t('pages.markets.failed')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </div>
      ) : (
        <ul className="grid gap-1 rounded-md bg-surface p-1 md:grid-cols-2">
          {isPending && <AwaitedRows />}
          {data?.pairs.map((pair) => (
            <MarketRow key={pair.code} pair={pair} />
          ))}
        </ul>
      )}
    </section>
  );
}
