export interface NumericOptions {
  /** Fractional digits that are kept; 0 allows whole numbers only. */
  maxDecimals?: number;
  allowMinus?: boolean;
}

export const defaultMaxDecimals = 8;

/** No amount on earth has more digits before the point; a pasted book does. */
const integerDigitsMax = 24;
const textLengthMax = 200;

const spaces = /[\s\u00a0\u202f'’_]/g;
/** A coin, a currency sign or a percent sign around the number. Digits of other scripts are not among them. */
const edgeUnits = /^[\p{L}\p{Sc}%]+|[\p{L}\p{Sc}%]+$/gu;

function isOneTypedCharacter(previous: string, next: string): boolean {
  if (next.length !== previous.length + 1) return false;
  let same = 0;
  while (same < previous.length && previous[same] === next[same]) same += 1;
  return previous.slice(same) === next.slice(same + 1);
}

/** "1,234,567" and "1.234.567" are thousands; the separator repeats and every group after the first has three digits. */
function isGrouped(text: string, separator: string): boolean {
  const [first, ...groups] = text.split(separator);
  return first !== undefined && /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}

/** The same number with a dot as its only separator, or `undefined` when the text can be read in no way. */
function toOneDot(digits: string, { typed, whole }: { typed: boolean; whole: boolean }): string | undefined {
  const separators = digits.replace(/\d/g, '');
  if (separators.length <= 1 && !(whole && !typed && separators === ',')) return digits.replace(',', '.');
  // A second separator typed by hand is a slip, never a thousands group.
  if (typed) return undefined;
  const last = separators.at(-1) ?? '';
  const other = last === ',' ? '.' : ',';
  if (!separators.includes(other)) return isGrouped(digits, last) ? digits.replaceAll(last, '') : undefined;
  const [integer = '', fraction = ''] = digits.split(last);
  if (digits.split(last).length !== 2 || !isGrouped(integer, other)) return undefined;
  return `${integer.replaceAll(other, '')}.${fraction}`;
}

/**
 * What a numeric field holds after an edit turned `previous` into `next`: digits, at most one dot, at most
 * `maxDecimals` digits after it, a minus only where allowed, no leading zeros. A comma becomes a dot, thousands
 * separators and units around a pasted number go. A text that cannot be read as a number leaves the field as it was:
 * dropping the letters of "1e5" would silently make it 15.
 */
export function cleanNumericText(previous: string, next: string, options: NumericOptions = {}): string {
  const { maxDecimals = defaultMaxDecimals, allowMinus = false } = options;
  if (next.length > textLengthMax) return previous;
  const text = next.replace(spaces, '').replaceAll('−', '-').replace(edgeUnits, '');
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  if ((negative && !allowMinus) || !/^[\d.,]*$/.test(digits)) return previous;
  if (digits === '') return negative ? '-' : '';

  const typed = isOneTypedCharacter(previous, next);
  const plain = toOneDot(digits, { typed, whole: maxDecimals === 0 });
  if (plain === undefined || (maxDecimals === 0 && plain.includes('.'))) return previous;

  const [integer = '', fraction] = plain.split('.');
  const stripped = integer.replace(/^0+(?=\d)/, '') || '0';
  if (stripped.length > integerDigitsMax) return previous;
  const tail = fraction === undefined ? '' : `.${fraction.slice(0, maxDecimals)}`;
  return `${negative ? '-' : ''}${stripped}${tail}`;
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

/** What is left when the field is done: no lonely minus, no dot without digits. */
export function finishNumericText(text: string): string {
  if (text === '-') return '';
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
