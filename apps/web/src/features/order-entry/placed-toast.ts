import type { Order } from '@emporion/contracts/rest';
import type { TFunction } from 'i18next';
import { kindOf } from '#orders/model/order-kind.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { closeToast, showToast } from '#ui/toast/toast-store.ts';

/** What an order has traded so far and at which price; before that, what it is for. */
function amountOf({ pair, budget, quantity, filled, average_price }: Order, t: TFunction): string | null {
  const [base = '', quote = ''] = pair.split('-');
  const amount = (value: string, coin: string) => `${formatNumber(value, { trimZeros: true })} ${coin}`;
  if (filled !== '0' && average_price !== null)
    return t('shell.deal.text', { quantity: amount(filled, base), price: amount(average_price, quote) });
  return budget === null ? amount(quantity, base) : null;
}

let toldId = 0;

/**
 * How an order ended up is told once it is on disk. Its toast takes the place of the one before: a stack of them would push
 * the form of whoever places several.
 */
export function showPlacedToast(order: Order, t: TFunction): void {
  const kind = t(`trade.kinds.${order.linked_to === null ? kindOf(order) : 'oco'}`);
  const amount = amountOf(order, t);
  closeToast(toldId);
  toldId = showToast({
    type: order.status === 'cancelled' ? 'warning' : 'success',
    title: t(
      `trade.placed.${order.status === 'cancelled' && order.filled === '0' ? 'nothing' : order.status}`,
    ),
    description: [t(`trade.side.${order.operation}`), kind, ...(amount === null ? [] : [amount])].join(' · '),
    duration: 5_000,
  });
}
