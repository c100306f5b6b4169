import { useParams } from 'react-router';
import { call } from '#api/api.ts';
import { settingsEndpoints } from '#api/contract/settings.ts';
import { session } from '#api/session.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { Notice } from '../components/notice.tsx';
import { LinkFailure } from './link-failure.tsx';
import { useLinkToken } from './use-link-token.ts';

function Done({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <>
      <AuthHeading
        focused
        icon="circle-check"
        tone="good"
        title={t('auth.emailChange.doneTitle')}
        lead={<span className="break-words">{t('auth.emailChange.done', { email })}</span>}
      />
      <Notice kind="warning">{t('auth.frozenDay')}</Notice>
      <LinkButton to="/login" size="big" wide>
        {t('auth.login.submit')}
      </LinkButton>
    </>
  );
}

/** Whoever reads the mail and is not logged in may not be who asked for it. */
function LogInFirst({ token }: { token: string }) {
  const { t } = useTranslation();
  const query = new URLSearchParams({ redirectFrom: `/email-change/${token}` });
  return (
    <>
      <AuthHeading icon="mail" title={t('auth.emailChange.title')} lead={t('auth.emailChange.logIn')} />
      <LinkButton to={`/login?${query}`} size="big" wide>
        {t('auth.login.submit')}
      </LinkButton>
    </>
  );
}

/** It waits for a press: a mail scanner that opens every link must not change the account. */
export function EmailChangePage() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const { state, run } = useLinkToken(async () => {
    const answer = await call(settingsEndpoints.confirmEmail, { body: { token } });
    if (answer.ok) session.clear();
    return answer;
  });
  if (state.kind === 'idle' && !session.isLoggedIn()) {
    return (
      <div className="flex flex-col gap-6">
        <LogInFirst token={token} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      {state.kind === 'done' && <Done email={state.value.email} />}
      {state.kind === 'failed' && (
        <LinkFailure failure={state.failure} onRetry={() => void run()}>
          <LinkButton to="/settings" size="big" wide>
            {t('auth.emailChange.toSettings')}
          </LinkButton>
        </LinkFailure>
      )}
      {(state.kind === 'idle' || state.kind === 'pending') && (
        <>
          <AuthHeading icon="mail" title={t('auth.emailChange.title')} lead={t('auth.emailChange.text')} />
          <Button size="big" wide loading={state.kind === 'pending'} onClick={() => void run()}>
            {t('auth.emailChange.submit')}
          </Button>
        </>
      )}
    </div>
  );
}
