import { formatNumber, readableDecimals } from '@emporion/web/ui/number/format-number.ts';

/** An amount within a sentence, with every digit that it has: `35,665.962 USDT`. */
export function amountText(value: string, unit?: string): string {
  const text = formatNumber(value, { decimals: 18, trimZeros: true });
  return unit === undefined ? text : `${text} ${unit}`;
}

/** A price or a rate, with as many digits as a figure of its size is read with. */
export function priceText(value: string, unit?: string): string {
  const text = formatNumber(value, { decimals: readableDecimals(value), trimZeros: true });
  return unit === undefined ? text : `${text} ${unit}`;
}
