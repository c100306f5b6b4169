import { call } from '#api/api.ts';
import { settingsEndpoints } from '#api/contract/settings.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { Button } from '#ui/button/button.tsx';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import type { FieldProblems } from '#ui/form/field-problem.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { leaveEndedSession } from '../leave-ended-session.ts';
import { useFeedback } from '../use-feedback.ts';

interface Values {
  password: string;
  understood: boolean;
}

function check({ password, understood }: Values): FieldProblems {
  return {
    ...(password === '' ? { password: { code: 'field_required' } } : {}),
    ...(understood ? {} : { understood: { code: 'field_required' } }),
  };
}

export function CloseForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const words = useFeedback();
  const form = useForm<Values>({
    initial: { password: '', understood: false },
    check,
    submit: async ({ password }) => {
      const answer = await withConfirmation('close_account', (confirmation) =>
        call(settingsEndpoints.close, { body: { password, confirmation } }),
      );
      if (!answer.ok) return words.refusal(answer.failure, { wrong_old_password: 'password' });
      leaveEndedSession({ title: t('settings.closing.done'), description: t('settings.closing.doneText') });
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <p className="text-pretty">{t('settings.closing.warning')}</p>
      <PasswordField label={t('settings.security.oldPassword')} {...form.text('password')} />
      <Checkbox label={t('settings.closing.understood')} {...form.choice('understood')} />
      <Button type="submit" color="red" className="self-start" loading={form.pending}>
        {t('settings.closing.close')}
      </Button>
    </Form>
  );
}
