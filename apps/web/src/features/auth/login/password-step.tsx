import { useState } from 'react';
import { hasCode } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { forgetSessionEnd } from '#api/session-end.ts';
import { Button } from '#ui/button/button.tsx';
import { EmailInput } from '#ui/field/email-input.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { fetchLoginAhead, keepSession, logIn, type SecondStepAnswer } from '../api/sign-in.ts';
import { CheckingBrowser } from '../components/checking-browser.tsx';
import { TextLink } from '../components/text-link.tsx';
import { checkLogin } from '../model/check-login.ts';
import { readPending } from '../model/pending-registration.ts';

/** The way to another verifying mail. Only the tab that registered can have it sent again; others register anew. */
function AnotherMail({ email }: { email: string }) {
  const { t } = useTranslation();
  const waitsHere = readPending()?.email.toLowerCase() === email.trim().toLowerCase();
  return (
    <TextLink to={waitsHere ? '/confirm-register' : '/register'} className="self-start">
      {t(waitsHere ? 'auth.verify.again' : 'auth.verify.register')}
    </TextLink>
  );
}

interface PasswordStepProps {
  email: string;
  onSecondStep(answer: SecondStepAnswer, email: string): void;
}

/** E-mail and password. */
export function PasswordStep({ email, onSecondStep }: PasswordStepProps) {
  const { t } = useTranslation();
  const [solving, setSolving] = useState(false);
  const [unverified, setUnverified] = useState<string>();
  const form = useForm({
    initial: { email, password: '' },
    check: checkLogin,
    submit: async (values) => {
      forgetSessionEnd();
      const answer = await logIn({ ...values, email: values.email.trim() }, setSolving);
      setUnverified(!answer.ok && hasCode(answer.failure, 'email_not_verified') ? values.email : undefined);
      if (!answer.ok) return refusalOf(answer.failure, t);
      if (answer.value.status === 'second_step') onSecondStep(answer.value, values.email);
      else await keepSession(answer.value);
      return undefined;
    },
  });
  return (
    <Form form={form}>
      {unverified !== undefined && <AnotherMail email={unverified} />}
      <EmailInput
        label={t('auth.fields.email')}
        {...form.choice('email')}
        autoComplete="username webauthn"
        onFocus={fetchLoginAhead}
      />
      <PasswordField
        label={t('auth.fields.password')}
        labelEnd={
          // As high as a finger, and yet no higher than the line: it reaches into the gap above.
          <TextLink to="/forgot" className="max-md:-mt-6 max-md:-mb-1 max-md:items-end max-md:pb-1">
            {t('auth.login.forgot')}
          </TextLink>
        }
        {...form.text('password')}
      />
      <Button type="submit" size="big" wide loading={form.pending}>
        {t('auth.login.submit')}
      </Button>
      <CheckingBrowser shown={solving} />
    </Form>
  );
}
