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
