import type { Order } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { showModal } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { actionName } from './order-name.ts';

async function showDetails(order: Order, t: Translate): Promise<void> {
  try {
    const { OrderDetails } = await import('./order-details.tsx');
    showModal(OrderDetails, { order }, { title: t('trade.orders.title', { pair: order.pair }), size: 'lg' });
  } catch {
    showToast({ type: 'error', title: t('common.somethingWentWrong') });
  }
}

/** Opens everything about one order, with what it traded. The dialog is fetched when it is asked for. */
export function DetailsButton({ order }: { order: Order }) {
  const { t } = useTranslation();
  return (
    <IconButton
      icon="info"
      iconSize={14}
      label={actionName(t('trade.orders.details'), order, t)}
      title={t('trade.orders.details')}
      onClick={() => void showDetails(order, t)}
    />
  );
}
