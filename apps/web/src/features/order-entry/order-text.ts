import type { Translate } from '@emporion/i18n/texts';
import { formatDecimal } from '@emporion/kernel';
import { isEstimated, type OrderDraft } from '#orders/model/order-draft.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { inPercent } from '#ui/number/percent.ts';

/** Parts per million are a percent with four decimals, of which people read two. Little is not nothing. */
export function slippageText(partsPerMillion: number): string {
  const finest = 100;
  const below = partsPerMillion > 0 && partsPerMillion < finest ? '<' : '';
  const shown = below === '' ? partsPerMillion : finest;
  return inPercent(`${below}${formatNumber(formatDecimal(shown, 4), { decimals: 2 })}`);
}

/** The name of the fee with its rate, as the reader writes numbers, and with what makes it this one of two rates. */
export function feeName(role: 'maker' | 'taker', percent: string, t: Translate): string {
  return t(`trade.summary.feeOf.${role}`, { percent: formatNumber(percent, { trimZeros: true }) });
}

export function receiveName(draft: OrderDraft, t: Translate): string {
  return t(isEstimated(draft) ? 'trade.summary.receiveEstimated' : 'trade.summary.receive');
}

/** What an order of its kind will do, in a sentence; null of the kinds that explain themselves. */
export function kindText({ kind, side, limit_price }: OrderDraft, t: Translate): string | null {
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
