import type { Order } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { formatNumber } from '#ui/number/format-number.ts';

/** What tells an order from the others of a list, in words: "Buy 0.1 BTC at 67,000". */
export function orderName(
  { operation, pair, quantity, budget, price, stop_price }: Order,
  t: Translate,
): string {
  const [base = '', quote = ''] = pair.split('-');
  const show = (value: string) => formatNumber(value, { trimZeros: true });
  const side = t(`trade.side.${operation}`);
  const amount = budget === null ? `${show(quantity)} ${base}` : `${show(budget)} ${quote}`;
  const at = price ?? stop_price;
  return at === null ? `${side} ${amount}` : t('trade.orders.name', { side, amount, price: show(at) });
}

/** What a button does, and to which order: a row is not seen by everyone. */
export function actionName(action: string, order: Order, t: Translate): string {
  return t('trade.orders.actionOf', { action, order: orderName(order, t) });
}
