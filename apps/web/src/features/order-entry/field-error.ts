import type { Translate } from '@emporion/i18n/texts';
import { checkOrder } from '#orders/model/check-order.ts';
import { problemText } from '#orders/problem-text.ts';
import type { OrderForm } from './use-order-form.ts';

/** What a field says is wrong with it, with the bounds that would be right. */
export function fieldError(
  order: OrderForm,
  { field, error, t }: { field: string; error: string | undefined; t: Translate },
): string | undefined {
  const { form, pair, math } = order;
  const found = error === undefined ? undefined : checkOrder(form.values, order)[field];
  if (error === undefined || found === undefined) return error;
  return problemText({ draft: form.values, field, found, said: error }, { math, coin: pair.quote.code, t });
}
