import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#api/api.ts';
import { settingsEndpoints } from '#api/contract/settings.ts';
import { asOwnChange } from '#api/own-changes.ts';
import { settingsQuery } from '#api/queries.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { Button } from '#ui/button/button.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import { checkBy } from '#ui/form/check-by.ts';
import type { FieldProblems } from '#ui/form/field-problem.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { NewPasswordField } from '#ui/password/new-password-field.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import type { SectionProps } from '../model/sections.ts';
import { sessionsQuery } from '../queries.ts';
import { useFeedback } from '../use-feedback.ts';

const byContract = checkBy(settingsEndpoints.changePassword.body);

interface Values {
  old_password: string;
  new_password: string;
  new_password_confirm: string;
}

/** The contract compares the two only when all else is right; a person wants to know it at once. */
function check(values: Values): FieldProblems {
  const { new_password, new_password_confirm } = values;
  const differ = new_password_confirm !== '' && new_password_confirm !== new_password;
  return {
    ...byContract(values),
    ...(differ ? { new_password_confirm: { code: 'passwords_do_not_match' } } : {}),
  };
}

const fieldOf = {
  wrong_old_password: 'old_password',
  weak_password: 'new_password',
  password_breach: 'new_password',
};

/** The address is there for password managers only, which want to know whose password this is. */
function AccountName({ email }: { email: string }) {
  return (
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden tabIndex={-1} />
  );
}

export function PasswordForm({ settings, close }: SectionProps & { close(): void }) {
  const { t } = useTranslation();
  const words = useFeedback();
  const client = useQueryClient();
  const { email, first_name, last_name } = settings;
  const related = useMemo(() => [email, first_name, last_name], [email, first_name, last_name]);
  const form = useForm({
    initial: { old_password: '', new_password: '', new_password_confirm: '' },
    check,
    submit: async (values) => {
      const answer = await withConfirmation('password', (confirmation) =>
        asOwnChange('security', () =>
          call(settingsEndpoints.changePassword, { body: { ...values, confirmation } }),
        ),
      );
      if (!answer.ok) return words.refusal(answer.failure, fieldOf);
      showToast({
        title: t('settings.security.passwordChanged'),
        description: t('settings.security.passwordChangedText'),
      });
      close();
      await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <AccountName email={email} />
      <PasswordField label={t('settings.security.oldPassword')} {...form.text('old_password')} />
      <NewPasswordField
        label={t('settings.security.newPassword')}
        hint={t('settings.security.passwordRule')}
        related={related}
        {...form.text('new_password')}
      />
      <PasswordField
        label={t('settings.security.repeatPassword')}
        {...form.text('new_password_confirm')}
        autoComplete="new-password"
      />
      <p className="text-pretty text-muted">{t('settings.security.passwordWarning')}</p>
      <Button type="submit" className="self-start" loading={form.pending}>
        {t('settings.security.passwordChange')}
      </Button>
    </Form>
  );
}
