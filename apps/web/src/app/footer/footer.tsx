import { Link } from 'react-router';
import { chosen } from '#language/brand.ts';
import { classNames } from '#ui/class-names.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { DemoBadge } from '../header/demo-badge.tsx';
import { tradePath } from '../routes.ts';
import { ConnectionStatus } from './connection-status.tsx';
import { socialLinks } from './social-links.ts';

/** Of the product. An exchange with a name of its own has its own year, or begins with this one. */
const productSince = 2024;

/** On a phone the bar at the bottom and the menu lead to most of them. */
const links = [
  { to: tradePath, text: 'shell.menu.buysell', inMenu: true },
  { to: '/quick-swap', text: 'shell.menu.exchange', inMenu: true },
  { to: '/wallet', text: 'shell.menu.wallet', inMenu: true },
  { to: '/support', text: 'shell.footer.support', inMenu: false },
  { to: '/fees', text: 'shell.menu.fees', inMenu: true },
  { to: '/settings', text: 'shell.footer.settings', inMenu: true },
  { to: '/terms', text: 'shell.footer.terms', inMenu: false },
  { to: '/privacy', text: 'shell.footer.privacy', inMenu: false },
] as const;

/** The years of the copyright, from the first to now. */
export function copyrightYears(now: Date, since = chosen.since): string {
  const year = now.getFullYear();
  const first = since === undefined ? productSince : Number(since) || year;
  return year > first ? `${first}–${year}` : String(first);
}

function FooterLinks({ slim }: { slim: boolean }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('shell.footer.label')}>
      <ul
        className={classNames(
          'flex flex-wrap gap-x-4 md:gap-y-2',
          slim && oneLine,
          slim && 'min-[80rem]:gap-x-3',
        )}
      >
        {links.map(({ to, text, inMenu }) => (
          <li key={to} className={inMenu ? 'max-md:hidden' : undefined}>
            <Link to={to} className="quiet-link py-1">
              {t(text)}
            </Link>
          </li>
        ))}
        <li>
          <a href="/api/docs" className="quiet-link py-1">
            {t('shell.footer.api')}
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** In one line there is room for them beside the longest words of all languages only on wide windows. */
function SocialLinks({ slim }: { slim: boolean }) {
  const { t } = useTranslation();
  if (socialLinks.length === 0) return null;
  const look = slim ? 'min-[80rem]:max-[100rem]:hidden min-[100rem]:flex-nowrap' : '';
  return (
    <ul
      aria-label={t('shell.footer.social')}
      className={classNames('flex flex-wrap gap-x-4 md:gap-y-2', look)}
    >
      {socialLinks.map(({ title, href }) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener noreferrer" className="quiet-link py-1">
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A second line would be taken from the panels above it. */
const oneLine = 'min-[80rem]:flex-nowrap min-[80rem]:whitespace-nowrap';

/** `slim` is one line, for the trading page, which fills the window; what is too long for it is the copyright. */
export function Footer({ slim = false }: { slim?: boolean }) {
  const { t } = useTranslation();
  const slogan = chosen.slogan ?? t('shell.footer.slogan');
  const copyright = t('shell.footer.copyright', { years: copyrightYears(new Date()) });
  return (
    <footer
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t hairline px-4 text-muted',
        slim ? `min-h-8 py-1 text-xs min-[80rem]:gap-x-4 min-[80rem]:py-0 ${oneLine}` : 'py-6',
      )}
    >
      {slim && <ConnectionStatus />}
      {/* In one line the slogan is whole or not there: where it has no room it falls onto a second line, which nobody sees. */}
      <p className={slim ? 'max-h-[1lh] min-w-0 overflow-hidden whitespace-normal' : undefined}>
        {copyright}{' '}
        {slogan !== '' && (
          <span className={slim ? 'inline-block whitespace-nowrap' : undefined}>{slogan}</span>
        )}
      </p>
      <FooterLinks slim={slim} />
      <SocialLinks slim={slim} />
      <DemoBadge slim={slim} />
    </footer>
  );
}
