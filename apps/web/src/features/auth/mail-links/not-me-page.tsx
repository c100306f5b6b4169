import type { FactorMethod } from '@emporion/contracts/rest';
import { useParams } from 'react-router';
import { call } from '#api/api.ts';
import { loginEndpoints } from '#api/contract/login.ts';
import { session } from '#api/session.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { Notice } from '../components/notice.tsx';
import { TextLink } from '../components/text-link.tsx';
import { formatMoment } from '../model/format-moment.ts';
import { LinkFailure } from './link-failure.tsx';
import { useLinkToken } from './use-link-token.ts';

interface DoneProps {
  payouts_frozen_until: string;
  factors_removed: readonly FactorMethod[];
}

function Done({ payouts_frozen_until: until, factors_removed: removed }: DoneProps) {
  const { t, i18n } = useTranslation();
  const names = removed.map((factor) => t(`auth.notMe.factor.${factor}`));
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (
    <>
      <AuthHeading
        focused
        icon="shield-check"
        tone="good"
        title={t('auth.notMe.doneTitle')}
        lead={t('auth.notMe.done')}
      />
      {names.length > 0 && (
        <Notice kind="info">{t('auth.notMe.removed', { names: list.format(names) })}</Notice>
      )}
      <Notice kind="warning">{t('auth.frozenUntil', { time: formatMoment(until, i18n.language) })}</Notice>
    </>
  );
}

/** It waits for a press: a mail scanner that opens every link must not end anybody's sessions. */
export function NotMePage() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const { state, run } = useLinkToken(async () => {
    const answer = await call(loginEndpoints.disown, { body: { token } });
    if (answer.ok) session.clear();
    return answer;
  });
  const newPassword = (
    <LinkButton to="/forgot" size="big" wide>
      {t('auth.notMe.newPassword')}
    </LinkButton>
  );
  if (state.kind === 'done') {
    return (
      <div className="flex flex-col gap-6">
        <Done {...state.value} />
        {newPassword}
      </div>
    );
  }
  if (state.kind === 'failed') {
    return (
      <div className="flex flex-col gap-6">
        <LinkFailure failure={state.failure} onRetry={() => void run()}>
          {newPassword}
        </LinkFailure>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <AuthHeading
        icon="triangle-alert"
        tone="warning"
        title={t('auth.notMe.title')}
        lead={t('auth.notMe.text')}
      />
      <Button size="big" wide color="red" loading={state.kind === 'pending'} onClick={() => void run()}>
        {t('auth.notMe.submit')}
      </Button>
      <TextLink to="/" className="self-center">
        {t('auth.notMe.wasMe')}
      </TextLink>
    </div>
  );
}
