import { type FocusEvent, useRef } from 'react';
import { isEmail, settleEmail } from './email.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface EmailInputProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange'> {
  value: string;
  onValueChange(value: string): void;
}

/**
 * An email address. Left with a text that is none, it goes back to the last valid one: the address that stood there
 * when the field was entered. What is typed in between does not count, for half an address looks like a whole one.
 */
export function EmailInput({ value, onValueChange, onFocus, onBlur, ...field }: EmailInputProps) {
  const lastValidRef = useRef<string | undefined>(undefined);

  const enter = (event: FocusEvent<HTMLInputElement>): void => {
    if (isEmail(value)) lastValidRef.current = value;
    onFocus?.(event);
  };
  const leave = (event: FocusEvent<HTMLInputElement>): void => {
    const settled = settleEmail(value, lastValidRef.current);
    if (settled !== value) onValueChange(settled);
    onBlur?.(event);
  };
  return (
    <TextField
      // Not type="email": browsers trim and rewrite what they report of it, and their bubble speaks another language.
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      value={value}
      onChange={(event) => onValueChange(event.currentTarget.value)}
      onFocus={enter}
      onBlur={leave}
    />
  );
}
