import type { CardOrder } from '@emporion/contracts/rest';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { OrderRows } from './order-rows.tsx';
import { SavedCards } from './saved-cards.tsx';
import { Suspended } from './suspended.tsx';

interface PastProps {
  orders: readonly CardOrder[];
  hasCards: boolean;
  onOpen(id: string): void;
}

/** The last orders, newest first, and saved cards; and a word to whoever is suspended because of one of them. */
export function Past({ orders, hasCards, onOpen }: PastProps) {
  const { t } = useTranslation();
  const reversed = orders.find((each) => each.reversed?.suspended)?.reversed;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {reversed && <Suspended currency={reversed.currency} />}
      <Card title={t('card.orders')}>
        {orders.length === 0 ? (
          <EmptyState icon="credit-card" text={t('card.ordersEmpty')} />
        ) : (
          <OrderRows orders={orders} onOpen={onOpen} />
        )}
      </Card>
      {hasCards && <SavedCards />}
    </div>
  );
}
