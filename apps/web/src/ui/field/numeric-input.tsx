import { type ChangeEvent, type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  caretAfterCleaning,
  defaultMaxDecimals,
  editNumericText,
  finishNumericText,
  type NumericOptions,
} from './numeric-text.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { useRefusal } from './use-refusal.ts';

export interface NumericInputProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'numeric' | 'ref' | 'notice'>,
    NumericOptions {
  /** A decimal string. Never a number: a number cannot hold every amount. */
  value: string;
  /** Gets a whole decimal or nothing, also while somebody is still writing "-" or "12.". */
  onValueChange(value: string): void;
}

/** Text that a program set as a whole carries no kind of input. */
function isPaste({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  const kind: unknown = Reflect.get(nativeEvent, 'inputType');
  return typeof kind !== 'string' || kind.startsWith('insertFrom') || kind === 'insertReplacementText';
}

/** Puts the caret where it belongs after a text was corrected. */
function useCaret() {
  const inputRef = useRef<HTMLInputElement>(null);
  const caretRef = useRef<number | undefined>(undefined);
  // React moves the caret to the end when it writes another text than the one typed, so it is put back. This runs
  // after every render, because a rejected key changes no state that could be named here.
  useLayoutEffect(() => {
    const caret = caretRef.current;
    caretRef.current = undefined;
    if (caret !== undefined && document.activeElement === inputRef.current) {
      inputRef.current?.setSelectionRange(caret, caret);
    }
  });
  return { inputRef, caretRef };
}

/** An amount, a price, a percentage: text that can only be a number. */
export function NumericInput(props: NumericInputProps) {
  const {
    value,
    onValueChange,
    maxDecimals = defaultMaxDecimals,
    allowMinus = false,
    onBlur,
    ...field
  } = props;
  const { t } = useTranslation();
  const { inputRef, caretRef } = useCaret();
  const { refused, note } = useRefusal();
  // What is being written, shown for as long as it stands for the number that the owner holds.
  const [draft, setDraft] = useState(value);
  const shown = finishNumericText(draft) === value ? draft : value;

  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const { currentTarget } = event;
    const raw = currentTarget.value;
    const pasted = isPaste(event);
    const edited = editNumericText({ previous: shown, next: raw, pasted }, { maxDecimals, allowMinus });
    const typedAt = currentTarget.selectionStart ?? raw.length;
    const caret = edited === undefined ? Math.max(0, typedAt - (raw.length - shown.length)) : typedAt;
    const next = edited ?? shown;
    note(pasted && next === shown);
    caretRef.current = caretAfterCleaning(edited === undefined ? shown : raw, { caret, cleaned: next });
    if (next === shown) {
      currentTarget.value = shown;
      currentTarget.setSelectionRange(caretRef.current, caretRef.current);
      return;
    }
    setDraft(next);
    const finished = finishNumericText(next);
    if (finished !== value) onValueChange(finished);
  };

  const leave = (event: FocusEvent<HTMLInputElement>): void => {
    const finished = finishNumericText(shown);
    setDraft(finished);
    if (finished !== value) onValueChange(finished);
    onBlur?.(event);
  };

  return (
    <TextField
      inputMode={maxDecimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...field}
      ref={inputRef}
      numeric
      notice={refused ? t('common.notANumber') : ''}
      value={shown}
      onChange={change}
      onBlur={leave}
    />
  );
}
