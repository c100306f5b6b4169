import { TextField, type TextFieldProps } from '#ui/field/text-field.tsx';
import { cleanBackupCode, cleanDigits } from './clean-code.ts';

export interface CodeFieldProps extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange'> {
  value: string;
  onValueChange(value: string): void;
  /** Backup codes have letters too. */
  kind?: 'digits' | 'backup';
}

/** A one-time code. Phones offer the one that just came, and a pasted one may have spaces. */
export function CodeField({ value, onValueChange, kind = 'digits', ...field }: CodeFieldProps) {
  const digits = kind === 'digits';
  return (
    <TextField
      inputMode={digits ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      value={value}
      onChange={({ currentTarget }) =>
        onValueChange((digits ? cleanDigits : cleanBackupCode)(currentTarget.value))
      }
    />
  );
}
