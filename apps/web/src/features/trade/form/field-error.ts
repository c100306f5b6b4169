import type { TFunction } from 'i18next';
import { formatNumber } from '#ui/number/format-number.ts';
import { checkOrder } from './model/check-order.ts';
import type { OrderForm } from './use-order-form.ts';

/** The sentences of these say nothing of the bounds, which the form knows. */
const unbounded: ReadonlySet<string> = new Set(['price_too_low', 'price_too_high', 'order_cost_limit']);

function boundsText(params: Readonly<Record<string, string>>, t: TFunction): string {
  const shown = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, formatNumber(value, { trimZeros: true })]),
  );
  if (params.min === undefined) return t('trade.bounds.most', shown);
  return t(params.max === undefined ? 'trade.bounds.least' : 'trade.bounds.between', shown);
}

/** What a field says is wrong with it, with the bounds that would be right. */
export function fieldError(
  order: OrderForm,
  { field, error, t }: { field: string; error: string | undefined; t: TFunction },
): string | undefined {
  const { form, pair } = order;
  const found = error === undefined ? undefined : checkOrder(form.values, order)[field];
  if (found === undefined) return error;
  if (found.params === undefined || !unbounded.has(found.code)) return error;
  // A stop is not too high or low for the pair: it is on the wrong side of the market.
  const said = field === 'stop_price' ? t(`trade.stopSide.${form.values.side}`) : error;
  // All of these bounds are money: prices and costs in the quote coin.
  return `${said} ${boundsText(found.params, t)} (${pair.quote.code})`;
}
