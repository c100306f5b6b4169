import type { Order } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { kindOf } from '#orders/model/order-kind.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { closeToast, showToast, toastsNow } from '#ui/toast/toast-store.ts';

/** The price that an order waits for; null where it takes any, or where its price moves. */
function ownPrice(order: Order): string | null {
  const kind = kindOf(order);
  return kind === 'limit' || kind === 'stop_limit' ? (order.limit_price ?? order.price) : null;
}

/** What an order has traded so far and at which price; before that, what it is for. */
function amountOf(order: Order, t: Translate): string | null {
  const { pair, budget, quantity, filled, average_price } = order;
  const [base = '', quote = ''] = pair.split('-');
  const amount = (value: string, coin: string) => `${formatNumber(value, { trimZeros: true })} ${coin}`;
  const priced = (size: string, price: string) =>
    t('shell.deal.text', { quantity: amount(size, base), price: amount(price, quote) });
  if (filled !== '0' && average_price !== null) return priced(filled, average_price);
  if (budget !== null) return null;
  const price = ownPrice(order);
  return price === null ? amount(quantity, base) : priced(quantity, price);
}

let toldId = 0;

const isTraded = ({ status }: Order): boolean => status === 'filled' || status === 'partially_filled';

/** As it was when it was placed. Whoever wants no pop-ups of fills is still answered, for they pressed the button. */
const asPlaced = (order: Order): Order => ({ ...order, status: 'open', filled: '0', average_price: null });

/**
 * Says how an order ended up, once it is on disk. The toast replaces the one of the order before. If the order filled at
 * once, the toast of its deals (`tellDeals`) says more and is shown instead, whichever comes first.
 */
export function showPlacedToast(order: Order, t: Translate): void {
  const filled = order.status === 'filled';
  if (filled && toastsNow().some(({ about }) => about === `deal of ${order.id}`)) return;
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
    ...(filled && { about: `order ${order.id}` }),
  });
}

/** The same, by what the reader chose. Only what was traded has to wait for the choice. */
export async function tellPlaced(
  order: Order,
  { wantsFills, t }: { wantsFills: () => Promise<boolean>; t: Translate },
): Promise<void> {
  const isWhole = !isTraded(order) || (await wantsFills());
  showPlacedToast(isWhole ? order : asPlaced(order), t);
}
