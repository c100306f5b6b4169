import type { NumberStyle } from '#ui/number/number-style.ts';

export interface NumericOptions {
  /** Fractional digits that the field takes; 0 allows whole numbers only. */
  maxDecimals?: number;
  allowMinus?: boolean;
}

export const defaultMaxDecimals = 8;

/** No amount on earth has more digits before the point; a pasted book does. */
const integerDigitsMax = 24;
const textLengthMax = 60;

/** What tells thousands apart and never decimals, in every language. */
const groupMarks = /[\s\u00a0\u202f'’_]/g;
/** A coin, a currency sign or a percent sign around the number. Digits of other scripts are not among them. */
const edgeUnits = /^[\p{L}\p{Sc}%]+|[\p{L}\p{Sc}%]+$/gu;
const plusSign = /^\+(?=[\d.,])/;
const leadingZeros = /^0+(?=\d)/;
const onlyZeros = /^0*$/;

/** Where the decimals of a text of digits, points, commas and spaces begin; -1 where there are none. */
function pointIn(body: string, style: NumberStyle): number {
  const marks = body.replace(/\d/g, '');
  const last = marks.at(-1);
  if (last === undefined || last === ' ') return -1;
  const at = body.lastIndexOf(last);
  const kinds = new Set(marks).size;
  // Of two kinds, the last stands before the decimals; one that repeats tells thousands apart.
  if (marks.length > 1) return kinds > 1 ? at : -1;
  const [before, after] = [body.slice(0, at), body.slice(at + 1)];
  const groups =
    last === style.group && before.length <= 3 && !onlyZeros.test(before) && /^\d{3}$/.test(after);
  return groups ? -1 : at;
}

/** The digits of a whole number, or `undefined` where its groups are not thousands. */
function ungrouped(text: string): string | undefined {
  const [first = '', ...groups] = text.split(/[., ]/);
  if (groups.length === 0) return first;
  const isGrouped = /^\d{1,3}$/.test(first) && !onlyZeros.test(first);
  return isGrouped && groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join('') : undefined;
}

/**
 * The number that a text stands for as a reader of this style means it, as a plain decimal. Empty while too little is
 * written ("-", "."). `undefined` for what can be read in no way: another number is never made of it.
 */
export function readNumber(
  text: string,
  style: NumberStyle,
  { allowMinus = false }: NumericOptions = {},
): string | undefined {
  if (text.length > textLengthMax) return undefined;
  const plain = text.replaceAll('−', '-').replace(groupMarks, ' ').trim();
  const bare = plain.replace(edgeUnits, '').trim().replace(plusSign, '');
  // Words alone are no empty field.
  if (bare === '' && plain !== '') return undefined;
  const negative = bare.startsWith('-');
  const body = negative ? bare.slice(1).replace(edgeUnits, '').trim() : bare;
  if ((negative && !allowMinus) || !/^[\d., ]*$/.test(body)) return undefined;

  const at = pointIn(body, style);
  const integer = ungrouped(at === -1 ? body : body.slice(0, at));
  const fraction = at === -1 ? '' : body.slice(at + 1);
  if (integer === undefined || !/^\d*$/.test(fraction)) return undefined;
  if (integer === '' && fraction === '') return '';
  const whole = integer.replace(leadingZeros, '') || '0';
  if (whole.length > integerDigitsMax) return undefined;
  if (negative && onlyZeros.test(whole + fraction)) return '0';
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

export interface NumericReading {
  /** A plain decimal, or nothing; the text itself where it is no number, so that no check takes it for one. */
  readonly value: string;
  readonly problem: 'no_number' | 'two_ways' | 'too_fine' | null;
}

/** What a field makes of its text. Zeros that say nothing are no finer than the field. */
export function readField(text: string, style: NumberStyle, options: NumericOptions = {}): NumericReading {
  const { maxDecimals = defaultMaxDecimals } = options;
  const read = readNumber(text, style, options);
  if (read === undefined) return { value: text, problem: 'no_number' };
  const [whole = '', fraction = ''] = read.split('.');
  if (fraction.length <= maxDecimals) return { value: read, problem: null };
  if (!onlyZeros.test(fraction.slice(maxDecimals))) return { value: read, problem: 'too_fine' };
  const kept = fraction.slice(0, maxDecimals);
  return { value: kept === '' ? whole : `${whole}.${kept}`, problem: null };
}

/**
 * What a field makes of a text that was written into it. Of a pasted one whose only separator stands before three digits, and is the one by which the page
 * tells thousands apart, nobody knows whether it means thousands or a fraction; typed, a comma and a point are the same key.
 */
export function readWritten(text: string, style: NumberStyle, options: NumericOptions = {}): NumericReading {
  const bare = text.trim().replace(edgeUnits, '').trim();
  const [whole = '', rest = ''] = bare.split(style.group);
  const isTwoWays =
    /^[.,]$/.test(style.group) &&
    bare === `${whole}${style.group}${rest}` &&
    /^[1-9]\d{0,2}$/.test(whole) &&
    /^\d{3}$/.test(rest);
  return isTwoWays ? { value: text, problem: 'two_ways' } : readField(text, style, options);
}

/** Whether its only separator may have been meant otherwise: the one by which the page tells thousands apart. */
export function isDoubtful(text: string, { group }: NumberStyle): boolean {
  const [first = '', second = '', ...more] = text.split(group);
  return group !== '' && more.length === 0 && /^\s*[1-9]\d*$/.test(first) && /^\d+\s*$/.test(second);
}

/** Whether a field lets this be typed: what may still become a number. */
export function isTypable(text: string, { allowMinus = false }: NumericOptions = {}): boolean {
  const body = /^[-−]/.test(text) && allowMinus ? text.slice(1) : text;
  return text.length <= textLengthMax && /^[\d.,\s\u00a0\u202f'’_]*$/.test(body);
}

/** A digit typed behind a lone zero takes its place. */
export function withoutLoneZero(previous: string, next: string): string {
  const isLone = next.length > previous.length && /^-?0(?:[.,]|$)/.test(previous);
  return isLone ? next.replace(/^(-?)0(?=\d(?:[.,]|$))/, '$1') : next;
}

/** What somebody has typed, and by which key its point came; null where it came otherwise, or where there is none. */
export interface TypedNumber {
  readonly text: string;
  readonly mark: string | null;
}

/** One key: the text with it, and where the caret stands behind it. */
export interface TypedKey {
  readonly raw: string;
  readonly caret: number;
}

function decimalsIn(text: string): number {
  return (text.split(/[.,]/)[1] ?? '').length;
}

/** A third decimal is let through where the point may yet turn out to have told thousands apart. */
function isTooFine({ text, mark }: TypedNumber, before: string, { group }: NumberStyle, maxDecimals: number) {
  const most = mark === group ? Math.max(maxDecimals, 3) : maxDecimals;
  return decimalsIn(text) > Math.max(most, decimalsIn(before));
}

/** A point where there is none yet. Behind exactly three decimals the one that stands there told thousands apart. */
function withPoint(before: TypedNumber, { raw, caret }: TypedKey, style: NumberStyle): TypedNumber {
  const key = raw[caret - 1] ?? '';
  const [head, tail] = [raw.slice(0, caret - 1), raw.slice(caret)];
  if (!/[.,]/.test(head + tail)) return { text: `${head}${style.point}${tail}`, mark: key };
  if (before.mark === null || tail !== '' || !/^-?\d{1,3}[.,]\d{3}$/.test(head)) return before;
  const whole = head.replace(/[.,]/, '');
  return key === before.mark ? { text: whole, mark: null } : { text: `${whole}${style.point}`, mark: key };
}

/**
 * A minus that the field does not take, or the letter of an exponent, stays in sight and makes the text no number: left out, -1 would be 1 and 1e-3 would be 13.
 * Whoever has begun so goes on as they like. Every other sign is refused.
 */
function withRefused(before: TypedNumber, { raw, caret }: TypedKey, options: NumericOptions): TypedNumber {
  const changesMeaning = /[-−eE]/.test(raw[caret - 1] ?? '') || !isTypable(before.text, options);
  return changesMeaning && raw.length <= textLengthMax ? { text: raw, mark: null } : before;
}

/** What a field holds after one key: a comma and a point are the same key, and none goes beyond the decimals it takes. */
export function afterKey(
  before: TypedNumber,
  key: TypedKey,
  style: NumberStyle,
  { maxDecimals = defaultMaxDecimals, allowMinus = false }: NumericOptions = {},
): TypedNumber {
  if (!isTypable(key.raw, { allowMinus })) return withRefused(before, key, { allowMinus });
  const isMark = /[.,]/.test(key.raw[key.caret - 1] ?? '');
  if (isMark && maxDecimals === 0) return before;
  const next = isMark
    ? withPoint(before, key, style)
    : { ...before, text: withoutLoneZero(before.text, key.raw) };
  return isTooFine(next, before.text, style, maxDecimals) ? before : next;
}

/** What a paste leaves in a field that cannot read it, cut so that the cut cannot be read either. */
export function shortened(text: string): string {
  return text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax - 1)}…`;
}

/** A plain decimal with the point of the style. What is no number stays as it is. */
export function showNumber(value: string, { point }: NumberStyle): string {
  return /^-?\d+\.\d+$/.test(value) ? value.replace('.', point) : value;
}

/** The same with its thousands told apart, for a field that nobody writes in. */
export function showGrouped(value: string, style: NumberStyle): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(value)) return value;
  const [whole = '', fraction] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, style.group);
  return fraction === undefined ? grouped : `${grouped}${style.point}${fraction}`;
}
