import type { TFunction } from 'i18next';
import { formatNumber } from '#ui/number/format-number.ts';
import { isEstimated, type OrderDraft } from './model/order-draft.ts';

/** The name of the fee with its rate, as the reader writes numbers. */
export function feeName(percent: string, t: TFunction): string {
  return t('trade.summary.feeOf', { percent: formatNumber(percent, { trimZeros: true }) });
}

export function receiveName(draft: OrderDraft, t: TFunction): string {
  return t(isEstimated(draft) ? 'trade.summary.receiveEstimated' : 'trade.summary.receive');
}
