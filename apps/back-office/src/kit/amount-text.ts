import { formatNumber, readableDecimals, shortenedNumber } from '@emporion/web/ui/number/format-number.ts';

/** An amount within a sentence, with every digit that it has: `35,665.962 USDT`. Amounts that are longer than any sum of money are powers of ten. */
export function amountText(value: string, unit?: string): string {
  const text = shortenedNumber(value) ?? formatNumber(value, { decimals: 18, trimZeros: true });
  return unit === undefined ? text : `${text} ${unit}`;
}

/** A price or a rate, with as many digits as a figure of its size is read with. */
export function priceText(value: string, unit?: string): string {
  const text = formatNumber(value, { decimals: readableDecimals(value), trimZeros: true });
  return unit === undefined ? text : `${text} ${unit}`;
}

/** Fields of rules, policies and audit rows that hold figures; an id or a bank account may look like one, and is left as it is. */
const figureNames =
  /^(tick|lot|band|volume|amount|rate|price|cost|value|free|available)$|(^|_)(min|max|fee|above|orders|requests|minutes|hours|days?)$|^(open_orders|value)_/;

/** A value of such a field as it is read, with separators; any other as it is. */
export function figureText(name: string, value: string | number | undefined): string {
  if (value === undefined) return '–';
  const text = String(value);
  return figureNames.test(name) && /^-?\d+(\.\d+)?$/.test(text) ? amountText(text) : text;
}
