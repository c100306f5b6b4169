import { useState } from 'react';
import { IconButton } from '#ui/button/icon-button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'control' | 'suffix' | 'numeric'>;

/** A password that its writer may look at. It is hidden again with every new page. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const toggle = (
    <IconButton
      icon={shown ? 'eye-off' : 'eye'}
      label={shown ? t('common.hidePassword') : t('common.showPassword')}
      aria-pressed={shown}
      disabled={props.disabled}
      onClick={() => setShown(!shown)}
    />
  );
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      control={toggle}
    />
  );
}
