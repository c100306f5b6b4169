import type { CardOrder } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, listMoment } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { kindOf } from './card-draft.ts';
import { ordersQuery } from './card-queries.ts';

const tones: Readonly<Partial<Record<CardOrder['status'], string>>> = {
  completed: 'text-buy',
  refused: 'text-sell',
  failed: 'text-sell',
  charged_back: 'text-sell',
  expired: 'text-muted',
  refunded: 'text-muted',
};

function Row({ order, onOpen }: { order: CardOrder; onOpen(id: string): void }) {
  const { t, i18n } = useTranslation();
  const { id, side, status, reason, method, date, give, give_coin, receive_coin, received, expected } = order;
  const shown = { decimals: 18, trimZeros: true };
  return (
    <li className="border-t hairline first:border-t-0">
      <button
        type="button"
        className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-2 text-start hover:bg-raised/60"
        onClick={() => onOpen(id)}
      >
        <Icon name="credit-card" size={18} className="flex-none text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block">
            {t(`card.${side === 'buy' ? 'bought' : 'soldCoin'}.${kindOf(method)}`, {
              coin: side === 'buy' ? receive_coin : give_coin,
            })}
          </span>
          <time dateTime={date} className="text-xs text-muted">
            {dateFormat(i18n.language, listMoment).format(Date.parse(date))}
          </time>
        </span>
        <span className="text-end">
          <Amount value={received ?? expected} {...shown} unit={receive_coin} className="block" />
          <span className="block text-xs text-muted">
            <span className={tones[status] ?? 'text-warn'}>
              {t(`card.short.${status === 'refused' && reason === 'cancelled' ? 'cancelled' : status}`)}
            </span>
            {' · '}
            <Amount value={give} {...shown} unit={give_coin} />
          </span>
        </span>
      </button>
    </li>
  );
}

/** The last orders, newest first; each opens how it stands. */
export function OrderList({ onOpen }: { onOpen(id: string): void }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(ordersQuery);
  return (
    <Card title={t('card.orders')}>
      {data === undefined && error !== null && (
        <ErrorState title={t('card.ordersUnread')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data?.length === 0 && <EmptyState icon="credit-card" text={t('card.ordersEmpty')} />}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={t('card.orders')}>
          {data.map((order) => (
            <Row key={order.id} order={order} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </Card>
  );
}
