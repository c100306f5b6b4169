import { useState } from 'react';
import { LinkButton } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { TextLink } from '../components/text-link.tsx';
import { forgetPending, type PendingRegistration, readPending } from '../model/pending-registration.ts';
import { ChangeAddress } from './change-address.tsx';
import { ResendMail } from './resend-mail.tsx';

function NothingPending() {
  const { t } = useTranslation();
  return (
    <>
      <AuthHeading icon="mail" title={t('auth.confirm.title')} lead={t('auth.confirm.none')} />
      <LinkButton to="/register" size="big" wide>
        {t('auth.register.submit')}
      </LinkButton>
    </>
  );
}

/** It was waiting here until a moment ago. Most often its mail was opened in another tab. */
function NoLongerPending() {
  const { t } = useTranslation();
  return (
    <>
      <AuthHeading focused icon="mail" title={t('auth.confirm.title')} lead={t('auth.confirm.gone')} />
      <LinkButton to="/login" size="big" wide>
        {t('auth.login.submit')}
      </LinkButton>
      <TextLink to="/register" className="self-center">
        {t('auth.login.register')}
      </TextLink>
    </>
  );
}

function Waiting({ first, onGone }: { first: PendingRegistration; onGone(): void }) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(first);
  const [changing, setChanging] = useState(false);
  const rests = pending.mailSent === false;
  return (
    <>
      <AuthHeading
        icon="mail"
        title={t('auth.confirm.title')}
        lead={
          <span className="break-words">
            {t(rests ? 'auth.confirm.resting' : 'auth.confirm.text', { email: pending.email })}
          </span>
        }
      />
      <p className="text-muted text-pretty">{t('auth.confirm.spam')}</p>
      {!rests && <p className="text-muted text-pretty">{t('auth.confirm.several')}</p>}
      {changing ? (
        <ChangeAddress
          pending={pending}
          onChanged={(next) => {
            setPending(next);
            setChanging(false);
          }}
          onKept={() => setChanging(false)}
          onGone={onGone}
        />
      ) : (
        <ResendMail
          pending={pending}
          onSent={setPending}
          onChange={() => setChanging(true)}
          onGone={onGone}
        />
      )}
    </>
  );
}

/** The address is still to be verified: the mail can be sent again, or to another address. */
export function ConfirmRegisterPage() {
  const { t } = useTranslation();
  const [pending] = useState(() => readPending());
  const [gone, setGone] = useState(false);
  const leave = (): void => {
    forgetPending();
    setGone(true);
  };
  return (
    <div className="flex flex-col gap-6">
      {gone ? (
        <NoLongerPending />
      ) : (
        <>
          {pending === null ? <NothingPending /> : <Waiting first={pending} onGone={leave} />}
          <TextLink to="/login" className="self-center">
            {t('auth.backToLogin')}
          </TextLink>
        </>
      )}
    </div>
  );
}
