import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { useSessionEnd } from '#api/session-end.ts';
import { Button } from '#ui/button/button.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Spinner } from '#ui/state/spinner.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { SecondStepAnswer } from '../api/sign-in.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { Notice } from '../components/notice.tsx';
import { TextLink } from '../components/text-link.tsx';
import { PasswordStep } from './password-step.tsx';
import { knowsPasskeys, usePasskey } from './use-passkey.ts';
import { usePasskeyOffer } from './use-passkey-offer.ts';

/** Most people never see it on their first visit, so it comes when a login begins. */
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));

/** A passkey needs neither e-mail nor password. */
function PasskeyWay() {
  const { t } = useTranslation();
  const passkey = usePasskey();
  if (!knowsPasskeys()) return null;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-muted before:flex-1 before:border-t before:hairline after:flex-1 after:border-t after:hairline">
        {t('auth.login.or')}
      </p>
      <Button size="big" wide color="black" variant="flat" loading={passkey.pending} onClick={passkey.use}>
        <Icon name="key-round" size={16} />
        {t('auth.passkey.use')}
      </Button>
      <FormMessage message={passkey.message} />
    </div>
  );
}

/** Why a person who was logged in a moment ago is asked to log in again. */
function EndedSession() {
  const end = useSessionEnd();
  return end === null ? null : <Notice kind="warning">{end}</Notice>;
}

interface FirstStepProps {
  email: string;
  message: string | undefined;
  onSecondStep(answer: SecondStepAnswer, email: string): void;
}

function FirstStep({ email, message, onSecondStep }: FirstStepProps) {
  const { t } = useTranslation();
  const { search } = useLocation();
  usePasskeyOffer();
  return (
    <div className="flex flex-col gap-6">
      <AuthHeading title={t('auth.login.title')} focused={message !== undefined} />
      <EndedSession />
      <FormMessage message={message} />
      <PasswordStep email={email} onSecondStep={onSecondStep} />
      <PasskeyWay />
      <p className="text-center text-muted">
        {t('auth.login.noAccount')} <TextLink to={`/register${search}`}>{t('auth.login.register')}</TextLink>
      </p>
    </div>
  );
}

interface LoginState {
  readonly email: string;
  readonly second: SecondStepAnswer | null;
  /** Why the second step was left. */
  readonly message?: string | undefined;
}

/** Password first, then the second factor if one is on. Success changes the session, and the guard leads onward. */
export function LoginPage() {
  const { t } = useTranslation();
  const [{ email, second, message }, setState] = useState<LoginState>({ email: '', second: null });
  if (second === null) {
    return (
      <FirstStep
        email={email}
        message={message}
        onSecondStep={(answer, typed) => setState({ email: typed, second: answer })}
      />
    );
  }
  return (
    <Suspense fallback={<Spinner label={t('common.loading')} className="mx-auto" />}>
      <SecondStep
        step={second}
        onBack={() => setState({ email, second: null })}
        onLost={() => setState({ email, second: null, message: t('auth.second.lost') })}
      />
    </Suspense>
  );
}
