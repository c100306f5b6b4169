import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Logo } from '#ui/brand/logo.tsx';

export function BrandLink() {
  const { t } = useTranslation();
  return (
    <Link to="/" aria-label={t('shell.home')} className="shrink-0">
      <Logo />
    </Link>
  );
}
