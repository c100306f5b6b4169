import { stopPriceOf } from '#orders/model/check-prices.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { kindText } from './order-text.ts';
import type { OrderForm } from './use-order-form.ts';

/** One line for the kinds of order that do not explain themselves, and where a trailing stop would stand now. */
export function KindHelp({ order }: { order: OrderForm }) {
  const { t } = useTranslation();
  const { form, math, pair } = order;
  const words = kindText(form.values, t);
  if (words === null) return null;
  const stop = form.values.kind === 'trailing_stop' ? stopPriceOf(form.values, order) : 0;
  const price = `${formatNumber(math.showPrice(stop), { decimals: math.rules.price_decimals })} ${pair.quote.code}`;
  return (
    <p className="text-sm text-pretty text-muted">
      {words}
      {stop > 0 && ` ${t('trade.help.stopNow', { price })}`}
    </p>
  );
}
