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

const cardPath = '/quick-swap?tab=card';

const navigationLinks: readonly NavigationLink[] = [
  { to: tradePath, text: 'shell.menu.buysell', icon: 'chart-candlestick', section: 'trade' },
  { to: '/quick-swap', text: 'shell.menu.exchange', icon: 'repeat', section: 'quick-swap' },
  { to: cardPath, text: 'shell.menu.buyCrypto', icon: 'credit-card', section: 'quick-swap' },
  { to: '/markets', text: 'shell.menu.markets', icon: 'trending-up', section: 'markets' },
  { to: '/wallet', text: 'shell.menu.wallet', icon: 'wallet', section: 'wallet' },
  { to: '/fees', text: 'shell.menu.fees', icon: 'percent', section: 'fees' },
];

/** `pathname` is relative to the base path. The link to BTC-USDT is the present one on every pair's page. */
function isCurrentLink({ to, section }: NavigationLink, { pathname, search }: Place): boolean {
  if (pathname.split('/')[1] !== section) return false;
  if (section !== 'quick-swap') return true;
  return (to === cardPath) === (new URLSearchParams(search).get('tab') === 'card');
}

type Place = Pick<Location, 'pathname' | 'search'>;

/** `tall` is for fingers: the drawer of a phone. */
export function MainNavigation({ tall = false }: { tall?: boolean }) {
  const { t } = useTranslation();
  const place = useLocation();
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
              aria-current={isCurrentLink(link, place) ? 'page' : undefined}
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
