import { useState } from 'react';
import { registrationEndpoints } from '#api/contract/registration.ts';
import { Button } from '#ui/button/button.tsx';
import { EmailInput } from '#ui/field/email-input.tsx';
import { checkBy } from '#ui/form/check-by.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { requestReset } from '../api/registration.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { CheckingBrowser } from '../components/checking-browser.tsx';
import { TextLink } from '../components/text-link.tsx';
import { formRefusal } from '../model/form-refusal.ts';

const check = checkBy(registrationEndpoints.requestReset.body);

function ForgotForm({ onSent }: { onSent(email: string): void }) {
  const { t } = useTranslation();
  const [solving, setSolving] = useState(false);
  const form = useForm({
    initial: { email: '' },
    check,
    submit: async ({ email }) => {
      const answer = await requestReset(email.trim(), setSolving);
      if (!answer.ok) return formRefusal(answer.failure, t);
      onSent(email.trim());
      return undefined;
    },
  });
  return (
    <>
      <AuthHeading title={t('auth.forgot.title')} lead={t('auth.forgot.lead')} />
      <Form form={form}>
        <EmailInput label={t('auth.fields.email')} {...form.choice('email')} autoComplete="username" />
        <Button type="submit" size="big" wide loading={form.pending}>
          {t('auth.forgot.submit')}
        </Button>
        <CheckingBrowser shown={solving} />
      </Form>
    </>
  );
}

/** The answer is the same whether or not there is an account: nobody can learn who has one. */
export function ForgotPage() {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-6">
      {sentTo === null ? (
        <ForgotForm onSent={setSentTo} />
      ) : (
        <>
          <AuthHeading
            focused
            icon="mail"
            title={t('auth.forgot.sentTitle')}
            lead={<span className="break-words">{t('auth.forgot.sent', { email: sentTo })}</span>}
          />
          <Button variant="flat" color="black" onClick={() => setSentTo(null)}>
            {t('auth.forgot.again')}
          </Button>
        </>
      )}
      <TextLink to="/login" className="self-center">
        {t('auth.backToLogin')}
      </TextLink>
    </div>
  );
}
