import { Link, useLocation } from 'react-router';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { closeMenus } from '#ui/menu/menu-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { tradePath } from '../routes.ts';

interface NavigationLink {
  readonly to: string;
  /** The key of the link's text. */
  readonly text: string;
  readonly icon: IconName;
  /** The first part of the paths on which the link counts as the present one. */
  readonly section: string;
}

const navigationLinks: readonly NavigationLink[] = [
  { to: '/wallet', text: 'shell.menu.wallet', icon: 'wallet', section: 'wallet' },
  { to: tradePath, text: 'shell.menu.buysell', icon: 'chart-candlestick', section: 'trade' },
  { to: '/quick-swap', text: 'shell.menu.exchange', icon: 'repeat', section: 'quick-swap' },
  { to: '/fees', text: 'shell.menu.fees', icon: 'percent', section: 'fees' },
];

/** `pathname` is relative to the base path. The link to BTC-USDT is the present one on every pair's page. */
function isCurrentLink(link: NavigationLink, pathname: string): boolean {
  return pathname.split('/')[1] === link.section;
}

/** `tall` is for fingers: the drawer of a phone. */
export function MainNavigation({ tall = false }: { tall?: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('shell.menu.label')}>
      <ul className={tall ? 'flex flex-col gap-1' : 'flex items-center gap-1'}>
        {navigationLinks.map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              className={tall ? 'nav-link h-12 w-full text-md' : 'nav-link'}
              // A link to the page that is shown changes no address, so it closes the drawer itself.
              onClick={closeMenus}
              aria-current={isCurrentLink(link, pathname) ? 'page' : undefined}
            >
              {tall && <Icon name={link.icon} size={20} />}
              {t(link.text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
