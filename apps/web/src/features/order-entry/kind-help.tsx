import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { stopPriceOf } from '#orders/model/check-prices.ts';
import type { OrderDraft } from '#orders/model/order-draft.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import type { OrderForm } from './use-order-form.ts';

/** What an order of its kind will do, in a sentence; null of the kinds that explain themselves. */
export function kindText({ kind, side, limit_price }: OrderDraft, t: TFunction): string | null {
  switch (kind) {
    case 'oco':
      // Only of a sell may the limit price be left out.
      return t(side === 'sell' && limit_price === '' ? 'trade.help.ocoMarket' : 'trade.help.oco');
    case 'stop':
      return t(`trade.help.stop.${side}`);
    case 'trailing_stop':
      return t(`trade.help.trailing.${side}`);
    case 'stop_limit':
    case 'pegged':
      return t(`trade.help.${kind}`);
    default:
      return null;
  }
}

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
