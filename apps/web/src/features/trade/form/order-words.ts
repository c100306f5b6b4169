import type { Order } from '@emporion/contracts/rest';
import type { TFunction } from 'i18next';
import type { ApiFailure } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { type FormRefusal, settleRefusal } from '#ui/form/field-problem.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { closeToast, showToast } from '#ui/toast/toast-store.ts';
import { isInDoubt } from '../api/place-order.ts';
import { kindOf } from '../orders/order-kind.ts';
import type { OrderDraft } from './model/order-draft.ts';
import { refusedField, shownFields } from './model/refusal-place.ts';

/** The server says these two in words made for programs; people read the catalogue's. */
const saidByUs: ReadonlySet<string> = new Set(['order_no_funds', 'order_cost_limit']);

/** What the server said, at the field that it is about. */
export function orderRefusal(
  failure: ApiFailure,
  { draft, t, unsent = false }: { draft: OrderDraft; t: TFunction; unsent?: boolean },
): FormRefusal {
  const words = refusalOf(failure, t);
  if (failure.kind !== 'refused' || failure.code === null) {
    const doubt = !unsent && isInDoubt(failure) ? [t('trade.refused.inDoubt')] : [];
    return { message: [words.message, ...doubt].join(' ') };
  }
  const { code } = failure;
  if (Object.keys(words.fields).length > 0) return settleRefusal(words, shownFields(draft));
  const sentence = saidByUs.has(code) ? t(`errors.${code}`, { defaultValue: words.message }) : words.message;
  const field = refusedField(code, draft);
  return field === null ? { message: sentence } : { fields: { [field]: sentence } };
}

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
 * How an order ended up is told once it is on disk. Its toast takes the place of the one before: a stack of them would lie
 * over the form of whoever places several.
 */
export function tellOfOrder(order: Order, t: TFunction): void {
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
