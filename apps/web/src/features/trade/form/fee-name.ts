import type { TFunction } from 'i18next';
import { formatNumber } from '#ui/number/format-number.ts';

/** The name of the fee with its rate, as the reader writes numbers. */
export function feeName(percent: string, t: TFunction): string {
  return t('trade.summary.feeOf', { percent: formatNumber(percent, { trimZeros: true }) });
}
