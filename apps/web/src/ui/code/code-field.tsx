import { useEffect, useRef } from 'react';
import { TextField, type TextFieldProps } from '#ui/field/text-field.tsx';

const digitsMax = 6;
const backupLengthMax = 32;

/** A pasted code brings spaces, hyphens and words along: "Your code: 123 456". */
function cleanDigits(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, digitsMax);
}

function cleanBackupCode(text: string): string {
  return text.replaceAll(/\s/g, '').slice(0, backupLengthMax);
}

export interface CodeFieldProps extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange'> {
  value: string;
  onValueChange(value: string): void;
  /** Backup codes have letters too. */
  kind?: 'digits' | 'backup';
}

/** Sends the form of a field with the last digit. It waits for the drawing in which the form knows the whole code. */
function useSendWhenWhole(value: string) {
  const wholeRef = useRef<{ code: string; form: HTMLFormElement | null } | null>(null);
  useEffect(() => {
    const whole = wholeRef.current;
    wholeRef.current = null;
    if (whole?.code === value) whole.form?.requestSubmit();
  }, [value]);
  return (code: string, form: HTMLFormElement | null): void => {
    wholeRef.current = code.length === digitsMax && code !== value ? { code, form } : null;
  };
}

/** A one-time code. Phones offer the one that just came, a pasted one may have spaces, and six digits send themselves. */
export function CodeField({ value, onValueChange, kind = 'digits', ...field }: CodeFieldProps) {
  const digits = kind === 'digits';
  const noteWhole = useSendWhenWhole(value);
  return (
    <TextField
      inputMode={digits ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      value={value}
      onChange={({ currentTarget }) => {
        const code = (digits ? cleanDigits : cleanBackupCode)(currentTarget.value);
        if (digits) noteWhole(code, currentTarget.form);
        onValueChange(code);
      }}
    />
  );
}
