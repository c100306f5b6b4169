import type { ValueRange, WalletOverview } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCoins } from '#live/use-market-data.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { percentSign } from '#ui/number/percent.ts';
import { InTurn } from '#ui/state/in-turn.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { valueHistoryQuery } from '../api/value-queries.ts';
import { CurrencyChooser } from '../components/currency-chooser.tsx';
import { FailureState } from '../components/failure-state.tsx';
import { ValueAmount } from '../components/value-amount.tsx';
import { useCurrency } from '../model/currency.ts';
import { firstOwned } from '../model/owned-coins.ts';
import { ValueChart } from './value-chart.tsx';

const ranges: readonly ValueRange[] = ['1d', '1w', '1m', '1y', 'all'];

/** What is shown until another one is chosen. */
export const firstRange: ValueRange = '1m';

/** What the coins gained or lost within a day, with its direction, which colour alone would not tell everybody. */
function DayChange({
  change,
  isNew,
}: {
  change: WalletOverview['change_24h'];
  /** There are coins and no day to compare them with. */
  isNew: boolean;
}) {
  const { t } = useTranslation();
  if (change === null) return isNew ? <p className="text-muted">{t('wallet.value.new')}</p> : null;
  const falls = change.value.startsWith('-');
  const rises = !falls && /[1-9]/.test(change.value);
  return (
    <p className={falls ? 'text-sell' : rises ? 'text-buy' : 'text-muted'}>
      {(falls || rises) && <span aria-hidden="true">{falls ? '▼ ' : '▲ '}</span>}
      <ValueAmount value={change.value} signed />
      {change.percent !== null && (
        <>
          {' ('}
          <Amount value={change.percent} decimals={2} signed dimZeros={false} />
          {`${percentSign()})`}
        </>
      )}
      <span className="text-muted">{` ${t('wallet.value.day')}`}</span>
    </p>
  );
}

const actions = [
  { tab: 'deposit', icon: 'arrow-down-to-line', color: 'green' },
  { tab: 'withdrawal', icon: 'arrow-up-from-line', color: 'black' },
  { tab: 'transfer', icon: 'send', color: 'black' },
] as const;

/** The three ways that money moves: a row of buttons, and on a phone round ones with their names below. */
function Actions() {
  const { t } = useTranslation();
  const owned = firstOwned(useCoins() ?? [])?.code;
  const pathOf = (tab: string) =>
    tab === 'withdrawal' && owned !== undefined ? `/wallet/withdrawal/${owned}` : `/wallet/${tab}`;
  return (
    <>
      <div className="flex gap-2 max-md:hidden">
        {actions.map(({ tab, icon, color }) => (
          <LinkButton key={tab} to={pathOf(tab)} color={color}>
            <Icon name={icon} size={16} />
            {t(`wallet.tabs.${tab}`)}
          </LinkButton>
        ))}
      </div>
      <div className="flex justify-around gap-2 md:hidden">
        {actions.map(({ tab, icon }) => (
          <Link
            key={tab}
            to={pathOf(tab)}
            className="flex min-w-20 flex-col items-center gap-1.5 rounded-md py-1 text-xs"
          >
            <span className="flex size-12 items-center justify-center rounded-full bg-raised text-accent">
              <Icon name={icon} size={20} />
            </span>
            {t(`wallet.tabs.${tab}`)}
          </Link>
        ))}
      </div>
    </>
  );
}

/** The picture and the line below it. */
const chartSkeleton = (
  <div>
    <Skeleton className="h-40 md:h-52" />
    <Skeleton className="mt-1 h-4 max-md:h-8" />
  </div>
);

const historySkeleton = (
  <div className="flex flex-col gap-3">
    <Skeleton className="h-8 max-md:h-11" />
    {chartSkeleton}
  </div>
);

function History() {
  const { t } = useTranslation();
  const currency = useCurrency();
  const [range, setRange] = useState<ValueRange>(firstRange);
  const query = useQuery(valueHistoryQuery(currency, range));
  const { data, error, refetch } = query;
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl<ValueRange>
        label={t('wallet.value.range')}
        segments={ranges.map((value) => ({ value, label: t(`wallet.value.ranges.${value}`) }))}
        value={range}
        onValueChange={setRange}
        className="self-start max-md:w-full"
      />
      {data !== undefined && (
        <ValueChart
          points={data.points}
          label={t('wallet.value.over', { range: t(`wallet.value.ranges.${range}`) })}
          withTime={range === '1d' || range === '1w'}
        />
      )}
      {data === undefined && error === null && chartSkeleton}
      {data === undefined && error !== null && (
        <FailureState
          title={t('wallet.unread.history')}
          error={error}
          retry={() => void refetch()}
          retrying={query.isFetching}
        />
      )}
    </div>
  );
}

interface TotalCardProps {
  overview: WalletOverview;
  /** Of an empty account, which has no past to show. */
  bare: boolean;
}

/** The place of the card while nothing is known yet. */
export function TotalSkeleton() {
  return (
    <div className="flex min-w-0 flex-col gap-4 rounded-md bg-surface p-4">
      <div className="flex h-20 flex-col justify-between py-0.5">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-4 w-40" />
      </div>
      <Skeleton className="h-10 max-md:h-20" />
      {historySkeleton}
    </div>
  );
}

/** What everything is worth, now and over time. */
export function TotalCard({ overview, bare }: TotalCardProps) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t('wallet.value.total')}
      className="flex min-w-0 flex-col gap-4 rounded-md bg-surface p-4"
    >
      <div className="tour-total flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="text-muted">{t('wallet.value.total')}</p>
          <p className="text-xl leading-10 font-bold md:text-2xl">
            <ValueAmount value={overview.total} />
          </p>
          <div className="min-h-5">
            <DayChange change={overview.change_24h} isNew={!bare && overview.total !== null} />
            {overview.total === null && <p className="text-muted">{t('wallet.value.old')}</p>}
          </div>
        </div>
        <CurrencyChooser />
      </div>
      {overview.unvalued.length > 0 && overview.total !== null && (
        <p className="text-xs text-pretty text-muted">
          {t('wallet.value.without', { coins: overview.unvalued.join(', ') })}
        </p>
      )}
      {!bare && <Actions />}
      {!bare && (
        <InTurn turn={1} fallback={historySkeleton}>
          <History />
        </InTurn>
      )}
    </section>
  );
}
