import type { Translate } from '@emporion/i18n/texts';
import { type ChangeEvent, type ClipboardEvent, type FocusEvent, useState } from 'react';
import { formatNumber } from '#ui/number/format-number.ts';
import { type NumberStyle, useNumberStyle } from '#ui/number/number-style.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useCaret, useEntering, wayOf } from './numeric-editing.ts';
import {
  afterKey,
  defaultMaxDecimals,
  isDoubtful,
  isTypable,
  type NumericOptions,
  type NumericReading,
  readField,
  readNumber,
  readWritten,
  shortened,
  showGrouped,
  showNumber,
  type TypedKey,
  type TypedNumber,
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

interface Draft extends TypedNumber {
  /** Whoever is still writing is not told that it is no number yet. */
  readonly settled: boolean;
}

type Problem = NumericReading['problem'];

interface ProblemContext {
  readonly shown: string;
  readonly style: NumberStyle;
  readonly maxDecimals: number;
  readonly t: Translate;
}

function problemText(problem: Problem, { shown, style, maxDecimals, t }: ProblemContext): string {
  if (problem === 'no_number') return t('common.notANumber');
  if (problem === 'two_ways') {
    const swapped = { group: style.point, point: style.group };
    const [whole, fraction] = [style, swapped].map((by) =>
      formatNumber(readNumber(shown, by) ?? '', { trimZeros: true }),
    );
    return t('common.twoWays', { whole, fraction });
  }
  return maxDecimals === 0 ? t('common.wholeNumber') : t('common.tooFine', { count: maxDecimals });
}

/** It stands for no number, so that the field keeps the text. */
function isUnread(problem: Problem): boolean {
  return problem === 'no_number' || problem === 'two_ways';
}

function readAs(value: string, decimals: number, t: Translate): string {
  return t('common.readAs', { number: formatNumber(value, { decimals, trimZeros: true }) });
}

/** What a change of the text makes of what stood there, and where the caret goes. */
function changed(
  event: ChangeEvent<HTMLInputElement>,
  before: TypedNumber,
  { afterPaste, afterTyping }: { afterPaste(raw: string): string; afterTyping(key: TypedKey): TypedNumber },
): { draft: Draft; caret: number } {
  const { value: raw, selectionStart } = event.currentTarget;
  const at = selectionStart ?? raw.length;
  const way = wayOf(event);
  const next = {
    typed: () => afterTyping({ raw, caret: at }),
    pasted: () => ({ text: afterPaste(raw), mark: null }),
    deleted: () => ({ ...before, text: raw }),
  }[way]();
  const caret = Math.max(0, next.text.length - (raw.length - at));
  return {
    draft: { ...next, settled: way === 'pasted' || !isTypable(next.text, { allowMinus: true }) },
    caret,
  };
}

/** A pasted number that makes no sense among what stands there already was meant instead of it. */
function pastedAlone(
  { currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement>,
  shown: string,
  read: (text: string) => NumericReading,
): string | null {
  const { selectionStart, selectionEnd } = currentTarget;
  const text = clipboardData.getData('text');
  const merged = `${shown.slice(0, selectionStart ?? 0)}${text}${shown.slice(selectionEnd ?? 0)}`;
  const isMeantAlone = read(text).problem === null && read(merged).problem !== null;
  return text.trim() !== '' && isMeantAlone ? text : null;
}

const Said = ({ children }: { children: string }) => <span role="alert">{children}</span>;

/** An amount, a price, a percentage: text that can only be a number. It is read as the page writes its numbers. */
export function NumericInput(props: NumericInputProps) {
  const {
    value,
    onValueChange,
    maxDecimals = defaultMaxDecimals,
    allowMinus = false,
    onBlur,
    onFocus,
    onPaste,
    error,
    ...field
  } = props;
  const { t } = useTranslation();
  const style = useNumberStyle();
  const { inputRef, caretRef } = useCaret();
  const { focused, enter, leave, ...pressing } = useEntering();
  const options = { maxDecimals, allowMinus };
  // What is being written, shown for as long as it stands for the number that the owner holds.
  const [draft, setDraft] = useState<Draft | null>(null);
  const written = (text: string) => readWritten(text, style, options);
  const isOwn = draft !== null && written(draft.text).value === value;
  const shown = isOwn ? draft.text : (focused ? showNumber : showGrouped)(value, style);
  const { problem } = (isOwn ? readWritten : readField)(shown, style, options);
  // The number for which it is said how it was read, because its separator may have been meant otherwise.
  const [doubt, setDoubt] = useState('');

  const pasted = (raw: string): string => {
    const { problem: found, value: number } = written(raw);
    return isUnread(found) ? shortened(raw) : showNumber(number, style);
  };
  const take = (next: Draft, from: string): void => {
    setDraft(next);
    const number = written(next.text).value;
    const mayGroup = next.mark === style.group && /[.,]\d{3}$/.test(next.text);
    setDoubt(mayGroup || isDoubtful(from, style) ? number : '');
    if (number !== value) onValueChange(number);
  };
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const { currentTarget } = event;
    const before = { text: shown, mark: isOwn ? draft.mark : null };
    const { draft: next, caret } = changed(event, before, {
      afterPaste: pasted,
      afterTyping: (key) => afterKey(before, key, style, options),
    });
    caretRef.current = caret;
    if (next.text === shown) {
      currentTarget.value = shown;
      currentTarget.setSelectionRange(caret, caret);
      return;
    }
    take(next, next.settled ? currentTarget.value : '');
  };

  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    onPaste?.(event);
    const text = event.defaultPrevented ? null : pastedAlone(event, shown, written);
    if (text === null) return;
    event.preventDefault();
    take({ text: pasted(text), mark: null, settled: true }, text);
  };

  const blur = (event: FocusEvent<HTMLInputElement>): void => {
    setDraft(isUnread(problem) ? { text: shown, mark: null, settled: true } : null);
    leave();
    onBlur?.(event);
  };

  const isSaid = problem !== null && (problem !== 'no_number' || !isOwn || draft.settled);
  return (
    <TextField
      inputMode={maxDecimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...field}
      ref={inputRef}
      numeric
      notice={doubt !== '' && doubt === value && problem === null ? readAs(value, maxDecimals, t) : ''}
      error={isSaid ? <Said>{problemText(problem, { shown, style, maxDecimals, t })}</Said> : error}
      value={shown}
      onChange={change}
      onPaste={paste}
      {...pressing}
      onFocus={(event) => {
        enter(event.currentTarget, isOwn ? draft.text : showNumber(value, style));
        onFocus?.(event);
      }}
      onBlur={blur}
    />
  );
}
