import type { Movement } from '@emporion/contracts/rest';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { unlistedCurrency } from '#api/contract/movements.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type Blockchains, useWalletCoins } from '../api/use-wallet-coins.ts';
import { FailureState } from '../components/failure-state.tsx';
import { UnknownCoin } from '../components/for-coin.tsx';
import { FilterBar } from './filter-bar.tsx';
import { HistoryExport } from './history-export.tsx';
import {
  countFilters,
  everything,
  type HistoryFilter,
  type Narrowing,
  readFilter,
  writeFilter,
} from './history-filter.ts';
import { MovementList, RowSkeletons } from './movement-list.tsx';
import { MovementHead } from './movement-row.tsx';
import { movementsQuery, useLiveMovements } from './movements-query.ts';
import { showDetails } from './show-details.ts';

const pathOf = (coin: string | undefined): string => `/wallet/history/${coin ?? 'all'}`;

/** The filter, which the address has: the coin in its path, the rest behind it. */
function useFilter() {
  const { walletitem } = useParams();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const filter = useMemo(() => readFilter(walletitem, params), [walletitem, params]);
  return {
    filter,
    change: (changed: Partial<Narrowing>): void =>
      setParams(writeFilter({ ...filter, ...changed }), { replace: true, preventScrollReset: true }),
    chooseCoin: (coin: string | undefined): void => void navigate(`${pathOf(coin)}?${writeFilter(filter)}`),
  };
}

function NothingHere({ filter, onClear }: { filter: HistoryFilter; onClear(): void }) {
  const { t } = useTranslation();
  if (countFilters(filter) > 0) {
    return (
      <EmptyState
        icon="search"
        text={t('history.empty.filtered')}
        action={
          <Button size="small" color="black" onClick={onClear}>
            {t('history.filters.clear')}
          </Button>
        }
      />
    );
  }
  if (filter.coin === unlistedCurrency)
    return <EmptyState icon="history" text={t('history.empty.unlisted')} />;
  return (
    <EmptyState
      icon="history"
      text={
        filter.coin === undefined ? t('history.empty.all') : t('history.empty.coin', { coin: filter.coin })
      }
      action={
        <LinkButton size="small" to={`/wallet/deposit/${filter.coin ?? ''}`}>
          {t('wallet.tabs.deposit')}
        </LinkButton>
      }
    />
  );
}

function Movements({
  filter,
  blockchains,
  onClear,
}: {
  filter: HistoryFilter;
  blockchains: Blockchains;
  onClear(): void;
}) {
  const { t } = useTranslation();
  const query = useInfiniteQuery({ ...movementsQuery(filter), placeholderData: keepPreviousData });
  useLiveMovements(filter);
  const { data, error, isFetching, hasNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } =
    query;
  const rows = useMemo(() => data?.pages.flatMap(({ results }) => results), [data]);
  const canGoOn = hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData;
  const readOn = useCallback(() => {
    if (canGoOn) void fetchNextPage();
  }, [canGoOn, fetchNextPage]);
  const open = useCallback(
    (movement: Movement) => void showDetails(movement, blockchains, t),
    [blockchains, t],
  );
  if (error !== null && (rows === undefined || isPlaceholderData)) {
    return (
      <FailureState
        title={t('history.unread.list')}
        error={error}
        retry={() => void query.refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <div aria-busy={rows === undefined || isPlaceholderData}>
      <p role="status" className="sr-only">
        {rows !== undefined &&
          !isPlaceholderData &&
          t(hasNextPage ? 'history.countMore' : 'history.count', { count: rows.length })}
      </p>
      {rows?.length !== 0 && <MovementHead />}
      {rows === undefined && <RowSkeletons count={8} />}
      {rows?.length === 0 && <NothingHere filter={filter} onClear={onClear} />}
      {rows !== undefined && rows.length > 0 && (
        <div className={classNames(isPlaceholderData && 'opacity-60')}>
          <MovementList
            rows={rows}
            hasMore={hasNextPage}
            blockchains={blockchains}
            onOpen={open}
            onNearEnd={readOn}
          />
        </div>
      )}
      {hasNextPage &&
        !isPlaceholderData &&
        (isFetchNextPageError && error !== null ? (
          <FailureState
            title={t('history.unread.more')}
            error={error}
            retry={() => void fetchNextPage()}
            retrying={isFetching}
          />
        ) : (
          <RowSkeletons count={2} />
        ))}
    </div>
  );
}

/** Every movement of one coin or of all, narrowed to what somebody looks for. */
export function HistoryPage() {
  const { t } = useTranslation();
  const { filter, change, chooseCoin } = useFilter();
  const { coins, blockchains } = useWalletCoins();
  const { coin } = filter;
  const isUnlisted = coin === unlistedCurrency;
  if (coin !== undefined && !isUnlisted && coins !== undefined && !coins.some(({ code }) => code === coin))
    return <UnknownCoin code={coin} />;
  return (
    <Card
      flush
      title={
        coin === undefined
          ? t('history.heading')
          : isUnlisted
            ? t('history.filters.unlisted')
            : t('wallet.headings.history', { coin })
      }
      actions={<HistoryExport filter={filter} />}
    >
      <div className="px-4 pt-2 pb-4">
        <FilterBar filter={filter} coins={coins ?? []} onChange={change} onCoin={chooseCoin} />
      </div>
      <Movements filter={filter} blockchains={blockchains} onClear={() => change(everything)} />
    </Card>
  );
}
