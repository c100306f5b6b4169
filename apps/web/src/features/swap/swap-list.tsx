import type { ListedSwap } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ToFormButton } from '#ui/form/to-form-button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { PrintButton, PrintedBy } from '#ui/print/print-button.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { RateButton } from './quote-details.tsx';
import { swapsQuery } from './swap-queries.ts';

function Row({ swap, isOpen }: { swap: ListedSwap; isOpen: boolean }) {
  const { t, i18n } = useTranslation();
  const { id, from, to, given, received, time, fees } = swap;
  return (
    <li className="print-part border-t hairline first:border-t-0">
      <details open={isOpen}>
        <summary className="flex min-h-14 cursor-pointer items-center gap-3 py-2">
          <Icon name="repeat" size={18} className="flex-none text-muted" />
          <span className="min-w-0 flex-1">
            <span className="block">{`${from} → ${to}`}</span>
            <time dateTime={time} className="text-xs text-muted">
              {dateFormat(i18n.language, dateStyles.moment).format(Date.parse(time))}
            </time>
          </span>
          <span className="text-end">
            <Amount value={received} decimals={18} trimZeros signed unit={to} className="block" />
            <Amount
              value={`-${given}`}
              decimals={18}
              trimZeros
              unit={from}
              className="block text-xs text-muted"
            />
          </span>
        </summary>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 pb-3 pl-8 text-xs">
          <dt className="self-center text-muted">{t('swap.rate')}</dt>
          <dd className="num text-end">
            <RateButton from={from} to={to} give={given} receive={received} />
          </dd>
          {fees.length > 0 && <dt className="text-muted">{t('swap.fee')}</dt>}
          {fees.length > 0 && (
            <dd className="text-end">
              {fees.map(({ market, coin, amount }) => (
                <Amount key={market} value={amount} decimals={18} trimZeros unit={coin} className="block" />
              ))}
            </dd>
          )}
          <dt className="text-muted">{t('swap.number')}</dt>
          <dd className="num text-end">{id}</dd>
        </dl>
        <PrintedBy />
        <PrintButton className="mb-2 ml-5" />
      </details>
    </li>
  );
}

/** The last swaps, newest first. */
export function SwapList() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(swapsQuery);
  // The history leads to one of them.
  const [address] = useSearchParams();
  return (
    <Card title={t('swap.recent')}>
      {data === undefined && error !== null && (
        <ErrorState title={t('swap.recentUnread')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data?.length === 0 && (
        <EmptyState
          icon="repeat"
          text={t('swap.recentEmpty')}
          action={<ToFormButton label={t('swap.title')} />}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={t('swap.recent')}>
          {data.map((swap) => (
            <Row key={swap.id} swap={swap} isOpen={address.get('swap') === swap.id} />
          ))}
        </ul>
      )}
    </Card>
  );
}
