import { useTranslation } from 'react-i18next';
import { readPending } from '../model/pending-registration.ts';
import { TextLink } from './text-link.tsx';

/** The way to another verifying mail. Only the tab that registered can have it sent again; others register anew. */
export function AnotherMail({ email }: { email: string }) {
  const { t } = useTranslation();
  const waitsHere = readPending()?.email.toLowerCase() === email.trim().toLowerCase();
  return (
    <TextLink to={waitsHere ? '/confirm-register' : '/register'} className="self-start">
      {t(waitsHere ? 'auth.verify.again' : 'auth.verify.register')}
    </TextLink>
  );
}
