import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '#api/api.ts';
import { registrationEndpoints } from '#api/contract/registration.ts';
import { hasCode } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Spinner } from '#ui/state/spinner.tsx';
import { AuthHeading } from '../components/auth-heading.tsx';
import { forgetPending, readPending } from '../model/pending-registration.ts';
import { LinkFailure } from './link-failure.tsx';
import { useLinkToken } from './use-link-token.ts';

function ToLogin() {
  const { t } = useTranslation();
  return (
    <LinkButton to="/login" size="big" wide>
      {t('auth.login.submit')}
    </LinkButton>
  );
}

/** Verifies the address as soon as it is opened: whoever has the mail has shown that it is theirs. */
export function EmailVerifyPage() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const { state, run } = useLinkToken(() => call(registrationEndpoints.verifyEmail, { body: { token } }));
  useEffect(() => void run(), [run]);

  if (state.kind === 'done') {
    forgetPending();
    return (
      <div className="flex flex-col gap-6">
        <AuthHeading
          focused
          icon="circle-check"
          tone="good"
          title={t('auth.verify.done')}
          lead={<span className="break-words">{t('auth.verify.text', { email: state.value.email })}</span>}
        />
        <ToLogin />
      </div>
    );
  }
  if (state.kind === 'failed') {
    if (hasCode(state.failure, 'email_already_verified')) {
      return (
        <div className="flex flex-col gap-6">
          <AuthHeading
            focused
            icon="circle-check"
            tone="good"
            title={t('auth.verify.done')}
            lead={refusalOf(state.failure, t).message}
          />
          <ToLogin />
        </div>
      );
    }
    const waitsHere = readPending() !== null;
    return (
      <div className="flex flex-col gap-6">
        <LinkFailure failure={state.failure} onRetry={() => void run()}>
          <LinkButton to={waitsHere ? '/confirm-register' : '/register'} size="big" wide>
            {t(waitsHere ? 'auth.verify.again' : 'auth.verify.register')}
          </LinkButton>
        </LinkFailure>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <AuthHeading title={t('auth.verify.title')} />
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        {t('auth.verify.working')}
      </p>
    </div>
  );
}
