import { formatDecimal } from '@emporion/kernel';
import { formatNumber } from '#ui/number/format-number.ts';

/** Parts per million are a percent with four decimals, of which people read two. */
export function slippageText(partsPerMillion: number): string {
  return `${formatNumber(formatDecimal(partsPerMillion, 4), { decimals: 2 })} %`;
}
