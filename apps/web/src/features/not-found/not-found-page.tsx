import { Link } from 'react-router';
import { Emblem } from '#ui/brand/logo.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** The same for everybody, by the specification; whoever is logged in is sent onward from the first two. */
const links = [
  { to: '/login', text: 'pages.links.login' },
  { to: '/register', text: 'pages.links.register' },
  { to: '/wallet', text: 'pages.links.wallet' },
] as const;

export function NotFoundPage() {
  const { t } = useTranslation();
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
