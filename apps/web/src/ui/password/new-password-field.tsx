import { hasError } from '#ui/field/field-frame.tsx';
import { PasswordField, type PasswordFieldProps } from '#ui/field/password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import { useStrength } from './use-strength.ts';

export interface NewPasswordFieldProps extends PasswordFieldProps {
  value: string;
  /** Words that whoever guesses would try first: the name, the address. */
  related?: readonly string[];
}

const none: readonly string[] = [];

/** A password that is being chosen, with its strength as it is typed. */
export function NewPasswordField({ related = none, ...field }: NewPasswordFieldProps) {
  const rating = useStrength(field.value, related);
  return (
    <div className="flex flex-col gap-2">
      <PasswordField {...field} autoComplete="new-password" />
      {field.value !== '' && <StrengthMeter rating={rating} isRefused={hasError(field.error)} />}
    </div>
  );
}
