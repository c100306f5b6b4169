import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { Notice } from '../components/notice.tsx';
import { TextLink } from '../components/text-link.tsx';
import { keepPending } from '../model/pending-registration.ts';
import { RegisterForm } from './register-form.tsx';
import { type Invitation, useInvitation } from './use-invitation.ts';

function InvitationNotice({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation();
  if (invitation.kind === 'valid') {
    return <Notice kind="success">{t('auth.register.invited', { code: invitation.code })}</Notice>;
  }
  if (invitation.kind === 'unknown') {
    return <Notice kind="warning">{t('auth.register.notInvited', { code: invitation.code })}</Notice>;
  }
  return null;
}

export function RegisterPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const navigate = useNavigate();
  const invitation = useInvitation();
  const sent = invitation.kind === 'valid' || invitation.kind === 'unchecked' ? invitation.code : undefined;
  return (
    <div className="flex flex-col gap-6">
      <AuthHeading title={t('auth.register.title')} lead={t('auth.register.lead')} />
      <InvitationNotice invitation={invitation} />
      <RegisterForm
        referralCode={sent}
        onRegistered={(answer) => {
          keepPending(answer);
          void navigate('/confirm-register');
        }}
      />
      <p className="text-center text-muted">
        {t('auth.register.haveAccount')} <TextLink to={`/login${search}`}>{t('auth.login.submit')}</TextLink>
      </p>
    </div>
  );
}
