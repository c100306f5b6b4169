import type { Movement } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type Blockchains, useWalletCoins } from '../api/use-wallet-coins.ts';
import { lastMovementsQuery } from '../api/value-queries.ts';
import { FailureState } from '../components/failure-state.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { MovementAmount } from '../history/movement-amount.tsx';
import { showDetails } from '../history/show-details.ts';

function MovementRow({ movement, blockchains }: { movement: Movement; blockchains: Blockchains }) {
  const { t, i18n } = useTranslation();
  const { type, direction, date, status } = movement;
  const time = dateFormat(i18n.language, dateStyles.moment);
  return (
    <li className="border-t hairline first:border-t-0">
      <button
        type="button"
        className="-mx-2 flex w-[calc(100%+1rem)] cursor-pointer items-center gap-3 rounded-md p-2 text-start hover:bg-raised/60"
        onClick={() => void showDetails(movement, blockchains, t)}
      >
        <span className="flex size-8 flex-none items-center justify-center rounded-full bg-raised text-muted">
          <Icon name={direction === 'in' ? 'arrow-down' : 'arrow-up'} size={16} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate">{t(`wallet.kinds.${type}`)}</span>
          <time dateTime={date} className="block text-xs text-muted">
            {time.format(new Date(date))}
          </time>
        </span>
        <span className="flex flex-col items-end">
          <MovementAmount movement={movement} />
          {status !== 'completed' && <StateBadge status={status} className="text-xs" />}
        </span>
      </button>
    </li>
  );
}

/** What moved last, and the way to all of it. */
export function LastMovementsCard() {
  const { t } = useTranslation();
  const { blockchains } = useWalletCoins();
  const query = useQuery(lastMovementsQuery);
  const { data, error, refetch } = query;
  return (
    <Card
      className="tour-last"
      title={t('wallet.overview.last')}
      actions={
        <LinkButton to="/wallet/history/all" size="small" variant="flat" className="-mr-3">
          {t('wallet.overview.allHistory')}
        </LinkButton>
      }
    >
      {data === undefined && error === null && <Skeleton className="h-48" />}
      {data === undefined && error !== null && (
        <FailureState
          title={t('wallet.unread.movements')}
          error={error}
          retry={() => void refetch()}
          retrying={query.isFetching}
        />
      )}
      {data?.length === 0 && (
        <EmptyState
          icon="history"
          text={t('wallet.overview.nothingMoved')}
          action={
            <LinkButton size="small" to="/wallet/deposit">
              {t('wallet.tabs.deposit')}
            </LinkButton>
          }
        />
      )}
      {data !== undefined && data.length > 0 && (
        <ul>
          {data.map((movement) => (
            <MovementRow key={movement.id} movement={movement} blockchains={blockchains} />
          ))}
        </ul>
      )}
    </Card>
  );
}
