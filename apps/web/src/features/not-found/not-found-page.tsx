import { Link } from 'react-router';
import { useIsLoggedIn } from '#api/session.ts';
import { Emblem } from '#ui/brand/logo.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

const wallet = { to: '/wallet', text: 'pages.links.wallet' } as const;
const ofVisitors = [
  { to: '/login', text: 'pages.links.login' },
  { to: '/register', text: 'pages.links.register' },
  wallet,
] as const;
/** Whoever is logged in has nothing to do with the first two. */
const ofUsers = [wallet, { to: '/trade', text: 'pages.links.trade' }] as const;

export function NotFoundPage() {
  const { t } = useTranslation();
  const links = useIsLoggedIn() ? ofUsers : ofVisitors;
  return (
    <div className="flex flex-col items-center gap-6 text-center">
      <Emblem size={56} className="text-accent" />
      <div>
        <p className="num text-2xl font-bold text-muted">{t('pages.notFound.code')}</p>
        <h1 className="text-xl font-bold">{t('pages.notFound.title')}</h1>
        <p className="mt-1 text-base text-pretty text-muted">{t('pages.notFound.text')}</p>
      </div>
      <LinkButton to="/" size="big">
        {t('pages.notFound.home')}
      </LinkButton>
      <nav aria-label={t('pages.notFound.links')}>
        <ul className="flex flex-wrap justify-center gap-x-6 gap-y-2">
          {links.map(({ to, text }) => (
            <li key={to}>
              <Link
                to={to}
                className="inline-block py-2 max-md:py-3 text-accent underline underline-offset-4"
              >
                {t(text)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
