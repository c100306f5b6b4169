export interface NumericOptions {
  /** Fractional digits that are kept; 0 allows whole numbers only. */
  maxDecimals?: number;
  allowMinus?: boolean;
  /** By what thousands are told apart where the number may come from: "1,000" of our own page is a thousand. */
  group?: string | undefined;
}

export const defaultMaxDecimals = 8;

/** No amount on earth has more digits before the point; a pasted book does. */
const integerDigitsMax = 24;
const textLengthMax = 200;

const spaces = /[\s\u00a0\u202f'’_]/g;
/** A coin, a currency sign or a percent sign around the number. Digits of other scripts are not among them. */
const edgeUnits = /^[\p{L}\p{Sc}%]+|[\p{L}\p{Sc}%]+$/gu;
const plusSign = /^\+(?=[\d.,])/;

/** "1,234,567" and "1.234.567" are thousands; the separator repeats and every group after the first has three digits. */
function isGrouped(text: string, separator: string): boolean {
  const [first, ...groups] = text.split(separator);
  return first !== undefined && /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}

/** The same number with a dot as its only separator, or `undefined` when the text can be read in no way. */
function toOneDot(
  digits: string,
  { pasted, whole, group }: { pasted: boolean; whole: boolean; group: string | undefined },
): string | undefined {
  const separators = digits.replace(/\d/g, '');
  if (pasted && separators === group && isGrouped(digits, group) && !digits.startsWith('0')) {
    return digits.replace(group, '');
  }
  if (separators.length <= 1 && !(whole && pasted && separators === ',')) return digits.replace(',', '.');
  // A second separator typed by hand is a slip, never a thousands group.
  if (!pasted) return undefined;
  const last = separators.at(-1) ?? '';
  const other = last === ',' ? '.' : ',';
  if (!separators.includes(other)) return isGrouped(digits, last) ? digits.replaceAll(last, '') : undefined;
  const [integer = '', fraction = ''] = digits.split(last);
  if (digits.split(last).length !== 2 || !isGrouped(integer, other)) return undefined;
  return `${integer.replaceAll(other, '')}.${fraction}`;
}

export interface NumericEdit {
  previous: string;
  next: string;
  /** The text came in one piece from elsewhere: pasted, dropped, filled in. */
  pasted: boolean;
}

const leadingZeros = /^0+(?=\d)/;

/** The digits before the point. An edit keeps its zeros, for the digit before them may be about to change. */
function integerAfter({ previous, next, pasted }: NumericEdit, integer: string): string {
  if (pasted) return integer.replace(leadingZeros, '') || '0';
  if (next.length < previous.length) return integer;
  const lonelyZero = /^-?0(?:\.|$)/.test(previous) && integer.length === 2;
  return (lonelyZero ? integer.replace(leadingZeros, '') : integer) || '0';
}

/**
 * What a numeric field shows after an edit: digits, at most one dot, at most `maxDecimals` digits after it, a minus only
 * where allowed. A comma becomes a dot, thousands separators and units around a pasted number go. `undefined` refuses a
 * text that cannot be read as a number: dropping the letters of "1e5" would silently make it 15.
 */
export function editNumericText(edit: NumericEdit, options: NumericOptions = {}): string | undefined {
  const { maxDecimals = defaultMaxDecimals, allowMinus = false, group } = options;
  if (edit.next.length > textLengthMax) return undefined;
  const text = edit.next
    .replace(spaces, '')
    .replaceAll('−', '-')
    .replace(edgeUnits, '')
    .replace(plusSign, '');
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  if ((negative && !allowMinus) || !/^[\d.,]*$/.test(digits)) return undefined;
  // A pasted text without a digit is words, and words do not empty a field.
  if (edit.pasted && edit.next !== '' && !/\d/.test(digits)) return undefined;
  if (digits === '') return negative ? '-' : '';

  const plain = toOneDot(digits, { pasted: edit.pasted, whole: maxDecimals === 0, group });
  if (plain === undefined || (maxDecimals === 0 && plain.includes('.'))) return undefined;

  const [integer = '', fraction] = plain.split('.');
  if (integer.replace(leadingZeros, '').length > integerDigitsMax) return undefined;
  const tail = fraction === undefined ? '' : `.${fraction.slice(0, maxDecimals)}`;
  return `${negative ? '-' : ''}${integerAfter(edit, integer)}${tail}`;
}

/** Where the caret belongs in the cleaned text: after as many digits and dots as stood before it. */
export function caretAfterCleaning(
  raw: string,
  { caret, cleaned }: { caret: number; cleaned: string },
): number {
  const before = raw
    .slice(0, caret)
    .replace(',', '.')
    .replace(/[^\d.-]/g, '');
  if (cleaned.startsWith(before)) return before.length;
  const after = raw.slice(caret).replace(/[^\d.,]/g, '').length;
  return Math.max(0, Math.min(cleaned.length, cleaned.length - after));
}

/** The number that a text in the making stands for: no leading zeros, no lonely minus or dot, no minus before zero. */
export function finishNumericText(text: string): string {
  const negative = text.startsWith('-');
  const [integer = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  if (integer === '' && fraction === '') return '';
  const whole = integer.replace(leadingZeros, '') || '0';
  if (negative && /^0+$/.test(whole + fraction)) return '0';
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
