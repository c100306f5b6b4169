import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Icon } from '#ui/icon/icon.tsx';
import { closeMenus } from '#ui/menu/menu-store.ts';
import { isCurrentLink, navigationLinks } from './navigation-links.ts';

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
