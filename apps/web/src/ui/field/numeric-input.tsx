import type { TFunction } from 'i18next';
import { type ChangeEvent, type ClipboardEvent, type FocusEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#ui/number/format-number.ts';
import { useNumberStyle } from '#ui/number/number-style.ts';
import { useCaret, wayOf } from './numeric-editing.ts';
import {
  defaultMaxDecimals,
  isDoubtful,
  isTypable,
  type NumericOptions,
  type NumericReading,
  readField,
  shortened,
  showNumber,
  withoutLoneZero,
} from './numeric-text.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface NumericInputProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'numeric' | 'ref' | 'notice'>,
    NumericOptions {
  /** A decimal string. Never a number: a number cannot hold every amount. */
  value: string;
  /**
   * Gets a whole decimal or nothing, also while somebody is still writing "-" or "12.". What is no number, or finer
   * than the field takes, comes as it is: whoever checks the value refuses it, and nothing else is sent in its place.
   */
  onValueChange(value: string): void;
}

interface Draft {
  readonly text: string;
  /** Whoever is still writing is not told that it is no number yet. */
  readonly settled: boolean;
}

function problemText(problem: NumericReading['problem'], maxDecimals: number, t: TFunction): string {
  if (problem === 'no_number') return t('common.notANumber');
  return maxDecimals === 0 ? t('common.wholeNumber') : t('common.tooFine', { count: maxDecimals });
}

/** An amount, a price, a percentage: text that can only be a number. It is read as the page writes its numbers. */
export function NumericInput(props: NumericInputProps) {
  const {
    value,
    onValueChange,
    maxDecimals = defaultMaxDecimals,
    allowMinus = false,
    onBlur,
    onPaste,
    error,
    ...field
  } = props;
  const { t } = useTranslation();
  const style = useNumberStyle();
  const { inputRef, caretRef } = useCaret();
  const read = (text: string) => readField(text, style, { maxDecimals, allowMinus });
  // What is being written, shown for as long as it stands for the number that the owner holds.
  const [draft, setDraft] = useState<Draft | null>(null);
  const isOwn = draft !== null && read(draft.text).value === value;
  const shown = isOwn ? draft.text : showNumber(value, style);
  const { problem } = read(shown);
  // The number for which it is said how it was read, because its separator may have been meant otherwise.
  const [doubt, setDoubt] = useState('');

  const typed = (raw: string) => (isTypable(raw, { allowMinus }) ? withoutLoneZero(shown, raw) : shown);
  const pasted = (raw: string): string => {
    const reading = read(raw);
    return reading.problem === 'no_number' ? shortened(raw) : showNumber(reading.value, style);
  };
  const take = (next: Draft, written: string): void => {
    setDraft(next);
    const number = read(next.text).value;
    setDoubt(isDoubtful(written, style) ? number : '');
    if (number !== value) onValueChange(number);
  };
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const { currentTarget } = event;
    const raw = currentTarget.value;
    const way = wayOf(event);
    const behind = raw.length - (currentTarget.selectionStart ?? raw.length);
    const next = way === 'pasted' ? pasted(raw) : way === 'deleted' ? raw : typed(raw);
    caretRef.current = Math.max(0, next.length - behind);
    if (next === shown) {
      currentTarget.value = shown;
      currentTarget.setSelectionRange(caretRef.current, caretRef.current);
      return;
    }
    take({ text: next, settled: way === 'pasted' }, raw);
  };

  /** A number that makes no sense among what stands there already was meant instead of it. */
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    onPaste?.(event);
    const { selectionStart, selectionEnd } = event.currentTarget;
    const text = event.clipboardData.getData('text');
    const merged = `${shown.slice(0, selectionStart ?? 0)}${text}${shown.slice(selectionEnd ?? 0)}`;
    const isMeantAlone = read(text).problem === null && read(merged).problem !== null;
    if (event.defaultPrevented || text.trim() === '' || !isMeantAlone) return;
    event.preventDefault();
    take({ text: pasted(text), settled: true }, text);
  };

  const leave = (event: FocusEvent<HTMLInputElement>): void => {
    setDraft(problem === 'no_number' ? { text: shown, settled: true } : null);
    onBlur?.(event);
  };

  const isSaid = problem === 'too_fine' || (problem === 'no_number' && (!isOwn || draft.settled));
  const isDoubted = doubt !== '' && doubt === value && problem === null;
  const readAs = isDoubted
    ? t('common.readAs', { number: formatNumber(value, { decimals: maxDecimals, trimZeros: true }) })
    : '';
  return (
    <TextField
      inputMode={maxDecimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...field}
      ref={inputRef}
      numeric
      notice={readAs}
      error={isSaid ? <span role="alert">{problemText(problem, maxDecimals, t)}</span> : error}
      value={shown}
      onChange={change}
      onPaste={paste}
      onBlur={leave}
    />
  );
}
