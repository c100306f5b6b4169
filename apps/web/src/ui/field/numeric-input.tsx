import { type ChangeEvent, type FocusEvent, useLayoutEffect, useRef } from 'react';
import {
  caretAfterCleaning,
  cleanNumericText,
  defaultMaxDecimals,
  finishNumericText,
  type NumericOptions,
} from './numeric-text.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface NumericInputProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'numeric' | 'ref'>,
    NumericOptions {
  /** A decimal string. Never a number: a number cannot hold every amount. */
  value: string;
  onValueChange(value: string): void;
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

  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const raw = currentTarget.value;
    const cleaned = cleanNumericText(value, raw, { maxDecimals, allowMinus });
    const typedAt = currentTarget.selectionStart ?? raw.length;
    const rejected = cleaned === value && raw !== value;
    const caret = rejected ? typedAt - (raw.length - value.length) : typedAt;
    const basis = rejected ? value : raw;
    caretRef.current = caretAfterCleaning(basis, { caret: Math.max(0, caret), cleaned });
    if (cleaned !== value) onValueChange(cleaned);
    else {
      currentTarget.value = value;
      currentTarget.setSelectionRange(caretRef.current, caretRef.current);
    }
  };

  const leave = (event: FocusEvent<HTMLInputElement>): void => {
    const finished = finishNumericText(value);
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
      value={value}
      onChange={change}
      onBlur={leave}
    />
  );
}
