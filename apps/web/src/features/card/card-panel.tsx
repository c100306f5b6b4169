import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsLoggedIn } from '#api/session.ts';
import type { CoinState } from '#live/coin-state.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { addressOf, type CardDraft, type CardOffer, draftOf, fitted } from './card-draft.ts';
import { CardForm } from './card-form.tsx';
import { cardKey, optionsQuery, ordersQuery, savedCardsQuery } from './card-queries.ts';

/** Fetched with the first order that is opened. */
const status = lazyPart(
  async () => (await import('./order-status.tsx')).OrderStatus,
  <Card>
    <Skeleton className="h-96" />
  </Card>,
);

interface Known {
  coins: readonly CoinState[];
  offer: CardOffer & { readonly sandbox: boolean };
}

/** Buying or selling, one form for both: what changes is who pays whom. */
function Trade({ coins, offer, onOrder }: Known & { onOrder(id: string): void }) {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const [draft, setDraft] = useState(() => draftOf(address, offer));
  const change = (next: CardDraft): void => {
    const fit = fitted(offer, next) ?? next;
    setDraft(fit);
    setAddress(addressOf(fit), { replace: true });
  };
  if (draft === undefined) return <EmptyState icon="credit-card" text={t('card.off')} />;
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl<'buy' | 'sell'>
        label={t('card.title')}
        value={draft.side}
        onValueChange={(side) => change({ ...draft, side, written: 'give', amount: '' })}
        segments={[
          { value: 'buy', label: t('card.buy') },
          { value: 'sell', label: t('card.sell') },
        ]}
      />
      <CardForm
        key={draft.side}
        draft={draft}
        coins={coins}
        offer={offer}
        onChange={change}
        onOrder={onOrder}
      />
    </div>
  );
}

/** Fetched by whoever has orders or saved cards. */
const past = lazyPart(
  async () => (await import('./past.tsx')).Past,
  <Card>
    <Skeleton className="h-40" />
  </Card>,
);

/** What somebody has done with cards so far. */
function Own({ onOpen }: { onOpen(id: string): void }) {
  const { t } = useTranslation();
  const { data: orders, error, isFetching, refetch } = useQuery(ordersQuery);
  const { data: cards = [] } = useQuery(savedCardsQuery);
  if (orders !== undefined && orders.length + cards.length > 0)
    return <past.Part orders={orders} hasCards={cards.length > 0} onOpen={onOpen} />;
  return (
    <Card title={t('card.orders')}>
      {orders !== undefined && <EmptyState icon="credit-card" text={t('card.ordersEmpty')} />}
      {orders === undefined && error === null && <Skeleton className="h-40" />}
      {orders === undefined && error !== null && (
        <ErrorState title={t('card.ordersUnread')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Card>
  );
}

/** Coins for a card's money and back. An order that is followed stands in the address, where the pay system's page leads back to. */
export function CardPanel({ coins }: { coins: readonly CoinState[] }) {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  const client = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const { data: offer, error, isFetching, refetch } = useQuery(optionsQuery);
  const order = address.get('order');
  const open = (id: string): void => {
    setAddress({ tab: 'card', order: id });
    void client.invalidateQueries({ queryKey: cardKey });
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      {order !== null && loggedIn ? (
        <status.Part key={order} id={order} onNew={() => setAddress({ tab: 'card' })} />
      ) : (
        <Card title={t('card.title')}>
          {offer === undefined && error !== null && (
            <ErrorState title={t('card.unread')} onRetry={() => void refetch()} retrying={isFetching} />
          )}
          {offer === undefined && error === null && <Skeleton className="h-96" />}
          {offer !== undefined && <Trade coins={coins} offer={offer} onOrder={open} />}
        </Card>
      )}
      {loggedIn && <Own onOpen={open} />}
    </div>
  );
}
