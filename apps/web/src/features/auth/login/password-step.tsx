import type { Translate } from '@emporion/i18n/texts';
import { useEffect, useRef, useState } from 'react';
import { type ApiFailure, hasCode } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { forgetSessionEnd } from '#api/session-end.ts';
import { loadTexts } from '#language/i18n.ts';
import { Button } from '#ui/button/button.tsx';
import { EmailInput } from '#ui/field/email-input.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import type { FormRefusal } from '#ui/form/field-problem.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { fetchLoginAhead, keepSession, logIn, type SecondStepAnswer } from '../api/sign-in.ts';
import { CheckingBrowser } from '../components/checking-browser.tsx';
import { TextLink } from '../components/text-link.tsx';
import { checkLogin } from '../model/check-login.ts';
import { readPending } from '../model/pending-registration.ts';
import { isBusy, retryWhileBusy } from './retry-while-busy.ts';

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

/** Logs in, again and again while the server has no room, and not after the page is left. */
function usePatientLogin(onSolving: (solving: boolean) => void) {
  const [retrying, setRetrying] = useState(false);
  const aborterRef = useRef<AbortController | null>(null);
  useEffect(() => () => aborterRef.current?.abort(), []);
  const attempt = async (values: { email: string; password: string }) => {
    const aborter = new AbortController();
    aborterRef.current = aborter;
    const { signal } = aborter;
    const onBusy = () => setRetrying(true);
    const answer = await retryWhileBusy(() => logIn(values, onSolving), { onBusy, signal });
    setRetrying(false);
    return answer;
  };
  return { retrying, attempt };
}

/** A login without an answer has a sentence of its own. */
function loginRefusal(failure: ApiFailure, t: Translate): FormRefusal {
  if (failure.kind !== 'network') return refusalOf(failure, t);
  return { message: t(['errors.connection_error', 'common.somethingWentWrong']) };
}

/** The button tells that it retries in place of its own words, so nothing moves. */
function SubmitButton({ pending, retrying }: { pending: boolean; retrying: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        type="submit"
        size="big"
        wide
        loading={pending && !retrying}
        aria-disabled={retrying || undefined}
      >
        {t(retrying ? 'auth.login.retrying' : 'auth.login.submit')}
      </Button>
      <p role="status" className="sr-only">
        {retrying ? t('auth.login.busy') : ''}
      </p>
    </>
  );
}

/** Where a key can be pressed at once: on a touch screen the focus would bring up a keyboard over half of the page. */
function hasKeyboard(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(hover: hover) and (pointer: fine)').matches;
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
  const { retrying, attempt } = usePatientLogin(setSolving);
  const form = useForm({
    initial: { email, password: '' },
    check: checkLogin,
    submit: async (values) => {
      forgetSessionEnd();
      const answer = await attempt({ ...values, email: values.email.trim() });
      setUnverified(!answer.ok && hasCode(answer.failure, 'email_not_verified') ? values.email : undefined);
      if (!answer.ok && isBusy(answer.failure)) return { message: t('auth.login.stillBusy') };
      if (!answer.ok) return loginRefusal(answer.failure, t);
      if (answer.value.status === 'second_step') {
        if (answer.value.reason !== undefined) await loadTexts('errors').catch(() => {});
        onSecondStep(answer.value, values.email);
      } else await keepSession(answer.value);
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
        autoFocus={email === '' && hasKeyboard()}
        onInput={fetchLoginAhead}
      />
      <PasswordField label={t('auth.fields.password')} {...form.text('password')} />
      <TextLink to="/forgot" className="self-start">
        {t('auth.login.forgot')}
      </TextLink>
      <SubmitButton pending={form.pending} retrying={retrying} />
      <CheckingBrowser shown={solving} />
    </Form>
  );
}
