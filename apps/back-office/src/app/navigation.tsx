import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { NavLink, useLocation } from 'react-router';
import { allPages } from './all-pages.ts';
import { useMay } from './me.ts';
import { groupNames, groups } from './page.ts';

/** There are more pages than a low window holds: the one that is open is seen in the list. */
function keepInView(link: HTMLAnchorElement | null): void {
  if (link?.getAttribute('aria-current') === 'page') link.scrollIntoView?.({ block: 'nearest' });
}

/** The pages that one's roles open, by room. */
export function Navigation() {
  const may = useMay();
  const { pathname } = useLocation();
  const open = allPages.filter((page) => page.icon !== undefined && may(page.capability));
  return (
    <nav aria-label="Back office" className="flex flex-col gap-4 p-3">
      {groups.map((group) => {
        const pages = open.filter((page) => page.group === group);
        if (pages.length === 0) return null;
        return (
          <div key={group}>
            <p className="px-2 pb-1 text-xs text-muted">{groupNames[group]}</p>
            <ul>
              {pages.map(({ path, title, icon }) => (
                <li key={path}>
                  <NavLink
                    to={`/${path}`}
                    ref={keepInView}
                    // Of two that the address begins with, the longer one is where one is.
                    end={
                      path === '' ||
                      open.some(
                        (other) => other.path.startsWith(`${path}/`) && pathname.startsWith(`/${other.path}`),
                      )
                    }
                    className="shell-link"
                  >
                    {icon !== undefined && <Icon name={icon} size={16} className="flex-none" />}
                    {title}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
