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

/** Whoever presses Enter after the last digit means what has been done already. */
const enterIsSameMs = 1_500;

/** Sends the form of a field with the last digit. It waits for the drawing in which the form knows the whole code. */
function useSendWhenWhole(value: string) {
  const wholeRef = useRef<{ code: string; form: HTMLFormElement | null } | null>(null);
  const sentRef = useRef({ code: '', atMs: 0 });
  useEffect(() => {
    const whole = wholeRef.current;
    wholeRef.current = null;
    if (whole?.code !== value) return;
    sentRef.current = { code: value, atMs: performance.now() };
    whole.form?.requestSubmit();
  }, [value]);
  return {
    noteWhole(code: string, form: HTMLFormElement | null): void {
      wholeRef.current = code.length === digitsMax && code !== value ? { code, form } : null;
    },
    /** Each code that is sent counts as a try, so that one mistake must not be two. */
    wasJustSent: (): boolean =>
      value !== '' &&
      sentRef.current.code === value &&
      performance.now() - sentRef.current.atMs < enterIsSameMs,
  };
}

/** A one-time code. Phones offer the one that just came, a pasted one may have spaces, and six digits send themselves. */
export function CodeField({ value, onValueChange, kind = 'digits', ...field }: CodeFieldProps) {
  const digits = kind === 'digits';
  const { noteWhole, wasJustSent } = useSendWhenWhole(value);
  return (
    <TextField
      inputMode={digits ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      value={value}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && wasJustSent()) event.preventDefault();
      }}
      onChange={({ currentTarget }) => {
        const code = (digits ? cleanDigits : cleanBackupCode)(currentTarget.value);
        if (digits) noteWhole(code, currentTarget.form);
        onValueChange(code);
      }}
    />
  );
}
