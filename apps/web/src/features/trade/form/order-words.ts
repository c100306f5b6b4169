import type { Order } from '@emporion/contracts/rest';
import type { TFunction } from 'i18next';
import type { ApiFailure } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import type { FormRefusal } from '#ui/form/field-problem.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { kindOf } from '../orders/order-kind.ts';
import { isByTotal, type OrderDraft, priceFields } from './model/order-draft.ts';

const aboutSize: ReadonlySet<string> = new Set([
  'order_wrong_quantity',
  'order_bad_quantity',
  'order_size_too_small',
  'order_size_too_large',
  'order_small_quantity',
  'order_cost_limit',
  'invalid_order_size',
  'insufficient_balance',
  'order_no_funds',
]);
const aboutPrice: ReadonlySet<string> = new Set([
  'order_wrong_price',
  'invalid_order_price',
  'price_too_low',
  'price_too_high',
]);
/** The server says these two in words made for programs; people read the catalogue's. */
const saidByUs: ReadonlySet<string> = new Set(['order_no_funds', 'order_cost_limit']);

function fieldOf(code: string, draft: OrderDraft): string | undefined {
  if (aboutSize.has(code)) return isByTotal(draft) ? 'total' : 'quantity';
  if (code === 'order_wrong_percent') return 'percent';
  if (code === 'order_wrong_limit') return priceFields[draft.kind].at(-1);
  return aboutPrice.has(code) ? priceFields[draft.kind][0] : undefined;
}

/** What the server said, at the field that it is about. */
export function orderRefusal(
  failure: ApiFailure,
  { draft, t }: { draft: OrderDraft; t: TFunction },
): FormRefusal | undefined {
  const words = refusalOf(failure, t);
  if (failure.kind !== 'refused' || failure.code === null) return words;
  const { code } = failure;
  const sentence = saidByUs.has(code) ? t(`errors.${code}`) : words.message;
  const field = fieldOf(code, draft);
  if (field === undefined || Object.keys(words.fields).length > 0) return { ...words, message: sentence };
  return { fields: { [field]: sentence } };
}

/** How an order ended up is told once it is on disk. */
export function tellOfOrder(order: Order, t: TFunction): void {
  const [base = ''] = order.pair.split('-');
  const kind = t(`trade.kinds.${kindOf(order)}`);
  const amount = order.budget !== null && order.filled === '0' ? null : order.quantity;
  showToast({
    type: order.status === 'cancelled' ? 'warning' : 'success',
    title: t(`trade.placed.${order.status}`),
    description: [
      t(`trade.side.${order.operation}`),
      kind,
      ...(amount === null ? [] : [`${formatNumber(amount, { trimZeros: true })} ${base}`]),
    ].join(' · '),
    duration: 5_000,
  });
}
