import { formatDecimal } from '@emporion/kernel';
import type { TFunction } from 'i18next';
import { isEstimated, type OrderDraft } from '#orders/model/order-draft.ts';
import { formatNumber } from '#ui/number/format-number.ts';

/** Parts per million are a percent with four decimals, of which people read two. */
export function slippageText(partsPerMillion: number): string {
  return `${formatNumber(formatDecimal(partsPerMillion, 4), { decimals: 2 })} %`;
}

/** The name of the fee with its rate, as the reader writes numbers. */
export function feeName(percent: string, t: TFunction): string {
  return t('trade.summary.feeOf', { percent: formatNumber(percent, { trimZeros: true }) });
}

export function receiveName(draft: OrderDraft, t: TFunction): string {
  return t(isEstimated(draft) ? 'trade.summary.receiveEstimated' : 'trade.summary.receive');
}
