import type { Order } from '@emporion/contracts/rest';
import type { TFunction } from 'i18next';
import { showModal } from '#ui/modal/modal-store.ts';
import { showToast } from '#ui/toast/toast-store.ts';

/** Everything about one order, with what it traded. It comes when it is asked for. */
export async function showOrder(order: Order, t: TFunction): Promise<void> {
  try {
    const { OrderDetails } = await import('./order-details.tsx');
    showModal(OrderDetails, { order }, { title: t('trade.orders.title', { pair: order.pair }), size: 'lg' });
  } catch {
    showToast({ type: 'error', title: t('common.somethingWentWrong') });
  }
}
