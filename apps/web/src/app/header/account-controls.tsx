import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { useIsLoggedIn } from '#api/session.ts';
import { loadTexts } from '#language/i18n.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { headerDepositCoin } from '../routes.ts';
import { loginPath } from '../routing/paths.ts';

/** A visitor needs neither the list nor its texts. */
const NotificationBell = lazy(async () => {
  const [{ NotificationBell: bell }] = await Promise.all([
    import('./notification-bell.tsx'),
    loadTexts('alerts'),
  ]);
  return { default: bell };
});

const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

/** A visitor comes back to the page they logged in from. */
export function LoginLink() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <Link to={loginPath(`${pathname}${search}`)} className="nav-link text-accent">
      <Icon name="log-in" size={16} className="max-md:hidden" />
      <span>{t('shell.login')}</span>
    </Link>
  );
}

function VisitorControls() {
  const { t } = useTranslation();
  return (
    <>
      <LoginLink />
      <LinkButton to="/register" size="small">
        {t('shell.signUp')}
      </LinkButton>
    </>
  );
}

/** A logged-in user sees Deposit and their own menu, a visitor the ways to get in. */
export function AccountControls() {
  const { t } = useTranslation();
  if (!useIsLoggedIn()) return <VisitorControls />;
  return (
    <>
      <LinkButton to={`/wallet/deposit/${headerDepositCoin}`} size="small" color="green">
        {t('shell.deposit')}
      </LinkButton>
      <Suspense fallback={<span className="size-8 max-md:size-11" />}>
        <NotificationBell />
      </Suspense>
      <Suspense fallback={<span className="h-8 w-8 max-md:size-11 md:w-24" />}>
        <UserMenu />
      </Suspense>
    </>
  );
}
