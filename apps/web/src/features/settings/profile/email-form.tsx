import { useState } from 'react';
import { call } from '#api/api.ts';
import { settingsEndpoints } from '#api/contract/settings.ts';
import { asOwnChange } from '#api/own-changes.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { checkBy } from '#ui/form/check-by.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useFeedback } from '../use-feedback.ts';

const check = checkBy(settingsEndpoints.changeEmail.body);

/** The address changes only when the link in the mail to the new one is opened. */
export function EmailForm({ finish }: { finish(): void }) {
  const { t } = useTranslation();
  const words = useFeedback();
  const [askedFor, setAskedFor] = useState<string>();
  const form = useForm({
    initial: { email: '' },
    check,
    submit: async ({ email }) => {
      const answer = await withConfirmation('email', (confirmation) =>
        asOwnChange('security', () => call(settingsEndpoints.changeEmail, { body: { email, confirmation } })),
      );
      if (!answer.ok) return words.refusal(answer.failure);
      setAskedFor(answer.value.email);
      finish();
      return undefined;
    },
  });
  if (askedFor !== undefined) {
    return (
      <p role="status" className="flex gap-2 text-pretty">
        <Icon name="mail" size={18} className="mt-px shrink-0 text-accent" />
        <span className="min-w-0 break-words">{t('settings.profile.emailSent', { email: askedFor })}</span>
      </p>
    );
  }
  return (
    <Form form={form}>
      <TextField
        label={t('settings.profile.newEmail')}
        hint={t('settings.profile.emailHint')}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.text('email')}
      />
      <Button type="submit" className="self-start" loading={form.pending}>
        {t('settings.continue')}
      </Button>
    </Form>
  );
}
